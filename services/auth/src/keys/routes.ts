import type { FastifyPluginAsync } from 'fastify';

import type { SigningKey } from './signing-key.ts';

/** Where the other services find the public keys (RFC 7517); the gateway does not route it. */
export const keyRoutes: FastifyPluginAsync<{ signingKey: SigningKey }> = async (app, { signingKey }) => {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: [signingKey.publicJwk] }),
  );
};
