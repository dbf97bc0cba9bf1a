import type { FastifyPluginAsync } from 'fastify';

import type { KeyRing } from './key-ring.ts';

/** Where the other services find the public keys (RFC 7517); the gateway does not route it. */
export const keyRoutes: FastifyPluginAsync<{ keys: KeyRing }> = async (app, { keys }) => {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await keys.readPublicKeys() }),
  );
};
