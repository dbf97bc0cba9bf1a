import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildServer, compactResponses } from '../src/index.ts';
import { createTestLogger } from '../src/testing/index.ts';

const SONGS = { songs: Array.from({ length: 100 }, (_, number) => `Song ${number} of the ducks`) };

let app: FastifyInstance;
beforeAll(async () => {
  app = buildServer({ name: 'catalog', logger: createTestLogger() });
  await compactResponses(app);
  app.get('/songs', async () => SONGS);
  app.get('/short', async () => ({ songs: [] }));
  app.get('/internal/songs', async () => SONGS);
  app.get('/picture', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
  app.get('/kept', async (_request, reply) => reply.header('cache-control', 'no-store').send(SONGS));
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long response is sent in %s to a client that accepts it', async (encoding, decompress) => {
  const response = await get('/songs', { 'accept-encoding': encoding });
  expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(response.rawPayload.length).toBeLessThan(500);
  expect(JSON.parse(decompress(response.rawPayload).toString())).toEqual(SONGS);
});

it.each(['/short', '/internal/songs', '/picture'])('the response of %s is not compressed', async (url) => {
  expect((await get(url, { 'accept-encoding': 'br' })).headers).not.toHaveProperty('content-encoding');
});

it('a client that has a response gets 304 until the response changes', async () => {
  const { headers } = await get('/songs', { 'accept-encoding': 'br' });
  expect(headers['cache-control']).toBe('private, no-cache');
  const tag = String(headers.etag);
  for (const encoding of ['br', 'identity']) {
    const again = await get('/songs', { 'accept-encoding': encoding, 'if-none-match': tag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  }
  expect((await get('/short', { 'if-none-match': tag })).statusCode).toBe(200);
});

it('a response with its own Cache-Control keeps it', async () => {
  expect((await get('/kept')).headers['cache-control']).toBe('no-store');
});

it('a failure has no Cache-Control and no ETag', async () => {
  const { statusCode, headers } = await get('/nothing');
  expect(statusCode).toBe(404);
  expect(headers).not.toHaveProperty('etag');
  expect(headers).not.toHaveProperty('cache-control');
});
