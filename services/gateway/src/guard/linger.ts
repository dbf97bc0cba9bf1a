import type { FastifyInstance } from 'fastify';

import { announcesBody } from '../proxy/body-meter.ts';

/**
 * Deals with bodies that were not read when their answer was sent: what still comes is thrown away for a moment, so
 * that the client gets to read the answer instead of a reset connection; then the connection is closed.
 */
export function lingerOnUnreadBodies(app: FastifyInstance, forMs: number): void {
  app.addHook('onSend', async (request, reply) => {
    if (!announcesBody(request.raw) || request.raw.complete) return;
    // Closing at once would throw the answer away together with what was not read.
    reply.removeHeader('connection');
    reply.raw.shouldKeepAlive = true;
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete || raw.destroyed) return;
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), forMs);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => {
      clearTimeout(timer);
      if (request.headers.connection?.toLowerCase() === 'close') raw.socket.end();
    });
  });
}
