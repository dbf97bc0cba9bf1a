import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createReadinessCheck } from '../src/processes/readiness.ts';

let server: Server;
let answer: { status: number; checks?: Record<string, string> };
let said: string[];
beforeEach(async () => {
  said = [];
  server = createServer((_request, response) => {
    response.writeHead(answer.status).end(answer.checks && JSON.stringify({ checks: answer.checks }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const check = (patienceMs?: number) => {
  const { port } = server.address() as AddressInfo; // it listens on a port
  const url = `http://127.0.0.1:${port}/readyz`;
  return createReadinessCheck({ name: 'catalog', url, say: (line) => said.push(line) }, patienceMs);
};

it('a service that waits for its storage says so once', async () => {
  answer = { status: 503, checks: { postgres: 'ok', storage: 'away' } };
  const isReady = check(0);
  expect([await isReady(), await isReady()]).toEqual([false, false]);
  expect(said).toEqual(['catalog is waiting for storage, and will be ready as soon as that can be used.']);
  answer = { status: 200, checks: { postgres: 'ok', storage: 'ok' } };
  expect(await isReady()).toBe(true);
});

it('a service that is ready a moment later says nothing', async () => {
  answer = { status: 503, checks: { postgres: 'away', storage: 'away' } };
  expect(await check()()).toBe(false);
  expect(said).toEqual([]);
});

it('a gateway that answers without a word, as gateways that share a port do, is ready', async () => {
  answer = { status: 503 };
  const isReady = check(0);
  expect(await isReady()).toBe(false);
  answer = { status: 200 };
  expect(await isReady()).toBe(true);
  expect(said).toEqual([]);
});
