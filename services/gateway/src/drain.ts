import { setTimeout as pause } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

/**
 * Returns a function that lets load balancers turn away before the server closes: for `seconds`, requests are still
 * answered, but each response ends its connection and `/healthz` is a 503. Called before the server is ready.
 */
export function createDrain(app: FastifyInstance, seconds: number): () => Promise<void> {
  let isDraining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!isDraining) return;
    reply.header('connection', 'close');
    if (request.routeOptions.url === '/healthz') await reply.status(503).send({ status: 'stopping' });
  });
  return async () => {
    if (seconds === 0 || !app.server.listening) return;
    isDraining = true;
    await pause(seconds * 1000);
  };
}
