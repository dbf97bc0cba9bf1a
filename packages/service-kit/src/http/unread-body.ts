import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Time for which the rest of a body is read after its response. */
const LINGER_MS = 5000;

/** Returns whether a request announces a body (RFC 9112, section 6.3). */
export function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Handles bodies that were unread when their response was sent: further bytes are discarded for a moment, so that the
 * client reads the response instead of getting a connection reset; then the connection is closed.
 */
export function lingerOnUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => keepForUnreadBody(request, reply));
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

/** Keeps the connection of a request with an unread body: closing at once would discard the response together with the body. */
export function keepForUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!announcesBody(request.raw) || request.raw.complete) return;
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

const lingering = new WeakSet<Socket>();

/**
 * Handles bytes that are not HTTP: the first time, the connection ends with a response; then further bytes are discarded
 * for a moment, as with unread bodies. The HTTP parser reports each of them again.
 */
export function endUnreadable(socket: Socket, toResponse: () => string): void {
  if (lingering.has(socket) && !socket.readableEnded && socket.errored === null) return;
  // Browsers open connections in advance. A response on one of them would be taken for that to its first request.
  if (!socket.writable || socket.bytesRead === 0) return void socket.destroy();
  lingering.add(socket);
  socket.end(toResponse());
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
