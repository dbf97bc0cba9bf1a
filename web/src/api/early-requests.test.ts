import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { fetchFile } from './early-requests.ts';

let server: Server;
let address: string;
let onHalf: Promise<void>;

/** A server that sends half of a file, and then nothing more. */
beforeEach(async () => {
  let sent = () => {};
  onHalf = new Promise((resolve) => (sent = resolve));
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 8, 'access-control-allow-origin': '*' });
    response.write('half', () => sent());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // of a server that listens on a port
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

test('a file whose bytes stop arriving is given up after ten seconds', async () => {
  let hasEnded = false;
  const file = fetchFile(address, {}).finally(() => (hasEnded = true));
  await onHalf;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(hasEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await file).toBeUndefined();
});
