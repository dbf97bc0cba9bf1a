import type { FastifyInstance } from 'fastify';

import type { KeyRing } from './key-ring.ts';

/** Registers the route of the public keys (RFC 7517) for other services; the gateway does not forward it. */
export function registerKeys(app: FastifyInstance, { keys }: { keys: KeyRing }): void {
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({ keys: await keys.readPublicKeys() }),
  );
}
