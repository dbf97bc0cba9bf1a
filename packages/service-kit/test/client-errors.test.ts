import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextRound } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { buildServer } from '../src/index.ts';
import { createTestLogger } from '../src/testing/index.ts';

const MALFORMED = /^HTTP\/1\.1 400 [^]*"code":"MALFORMED_REQUEST"/;

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = buildServer({ name: 'test', logger: createTestLogger() });
  Object.assign(app.server, { headersTimeout: 100, connectionsCheckingInterval: 20 });
  app.post('/', async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo); // it listens on a port
});
afterAll(() => app.close());
afterEach(() => {
  vi.useRealTimers();
});

it('a connection that was opened in advance is closed without a response, one with half a request is not', async () => {
  const answerTo = async (bytes: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  };
  expect(await answerTo('')).toBe('');
  expect(await answerTo('GET / HTTP/1.1\r\nhost:')).toMatch(MALFORMED);
});

/** Sends a request with more bytes than it announces, and returns its connection, which stays open, and the response. */
async function sendTooMuch(): Promise<{ socket: Socket; response: string }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}); // `errored` has it
  const head =
    'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 4';
  socket.write(`${head}\r\n\r\nmore than four`);
  return { socket, response: await text(socket) };
}

it('a client that keeps sending more than it announced reads its response before the connection ends', async () => {
  const { socket, response } = await sendTooMuch();
  expect(response).toMatch(MALFORMED);
  for (let piece = 0; piece < 50; piece += 1) {
    socket.write('x'.repeat(100_000));
    await nextRound();
  }
  expect(socket.errored).toBeNull();
  socket.end();
  await once(socket, 'close');
});

it('a client that never stops sending more than it announced is disconnected after 5 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket } = await sendTooMuch();
  vi.advanceTimersByTime(4900);
  await nextRound();
  const open = await new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  expect(open).toBe(1);
  vi.advanceTimersByTime(100);
  const writing = setInterval(() => socket.write('x'), 5);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(writing);
});
