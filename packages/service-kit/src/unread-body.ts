import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

/** How long the rest of a body is read once its answer has been sent. */
const LINGER_MS = 5000;

/** Whether a request announces a body (RFC 9112, section 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Deals with bodies that were not read when their answer was sent: what still comes is thrown away for a moment, so
 * that the client gets to read the answer instead of a reset connection; then the connection is closed.
 */
export function lingerOnUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!announcesBody(request.raw) || request.raw.complete) return;
    // Closing at once would throw the answer away together with what was not read.
    reply.removeHeader('connection');
    reply.raw.shouldKeepAlive = true;
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), LINGER_MS);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => {
      clearTimeout(timer);
      if (request.headers.connection?.toLowerCase() === 'close') raw.socket.end();
    });
  });
}
