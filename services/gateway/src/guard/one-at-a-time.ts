import type { Socket } from 'node:net';

import type { FastifyReply, FastifyRequest } from 'fastify';

interface Line {
  isBusy: boolean;
  waiting: (() => void)[];
}

interface OneAtATimeOptions {
  /** Maximum number of waiting requests on one connection; beyond it the connection is closed. */
  maxWaiting: number;
  onExcess: (request: FastifyRequest) => void;
}

/**
 * Returns a hook that processes one request of a connection at a time: pipelined requests (RFC 9112, section 9.3.2) wait
 * until the previous response has been sent. Those of a closed connection never continue and are garbage-collected.
 */
export function createOneAtATime({ maxWaiting, onExcess }: OneAtATimeOptions) {
  const lines = new WeakMap<Socket, Line>();

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { socket } = request.raw;
    let line = lines.get(socket);
    if (line === undefined) {
      line = { isBusy: false, waiting: [] };
      lines.set(socket, line);
    }
    if (line.isBusy) await waitIn(line, request);
    line.isBusy = true;
    reply.raw.once('close', () => {
      if (socket.destroyed) return;
      const next = line.waiting.shift();
      line.isBusy = next !== undefined;
      next?.();
    });
  };

  async function waitIn(line: Line, request: FastifyRequest): Promise<void> {
    const { socket } = request.raw;
    if (line.waiting.length >= maxWaiting && !socket.destroyed) {
      onExcess(request);
      socket.destroy();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!socket.destroyed) line.waiting.push(resolve);
    await promise;
  }
}
