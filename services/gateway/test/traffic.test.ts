import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { createStorage, markPath } from '@larksong/service-kit/storage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const OWNER = { videoId: randomUUID(), attempt: 1, token: randomUUID() };
const SEGMENT = randomBytes(700_000);
const pathOf = (rendition: string) =>
  `/hls/${OWNER.videoId}/${rendition}/${OWNER.attempt}/${OWNER.token}/00000.m4s`;

let folder: string;
let upstream: Upstream;
let gateway: RunningGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-traffic-'));
  const mark = markPath(folder, 'videos');
  await mkdir(dirname(mark), { recursive: true });
  await writeFile(mark, 'of the tests\n');
  const storage = createStorage({ STORAGE_DIR: folder });
  await storage.put(catalog.segmentKey(OWNER, '360p', 0), SEGMENT);
  await storage.close();
  upstream = await startUpstream();
  upstream.handle((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, data: { isPublic: true } }));
  });
  const { origin } = upstream;
  gateway = await startGateway({ CATALOG_URL: origin, AUTH_URL: origin, STORAGE_DIR: folder });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await rm(folder, { recursive: true });
});

/** Returns a counter of the gateway. */
async function read(name: string, label: string, value: string): Promise<number> {
  const metric = await gateway.metrics.getSingleMetric(name)?.get();
  return metric?.values.find(({ labels }) => labels[label] === value)?.value ?? Number.NaN;
}
const sent = (kind: string) => read('gateway_sent_bytes_total', 'kind', kind);
const streamed = (rendition: string) => read('gateway_streamed_seconds_total', 'rendition', rendition);

it('a loaded segment counts by its bytes and its seconds, and a refused or unknown one by no seconds', async () => {
  const [bytes, seconds] = [await sent('stream'), await streamed('360p')];
  await (await fetch(gateway.baseUrl + pathOf('360p'))).arrayBuffer();
  await vi.waitFor(async () => expect(await streamed('360p')).toBe(seconds + catalog.SEGMENT_SECONDS));
  const grown = (await sent('stream')) - bytes;
  expect(grown).toBeGreaterThan(SEGMENT.length);
  expect(grown).toBeLessThan(SEGMENT.length + 2000); // headers

  expect((await fetch(gateway.baseUrl + pathOf('audio'))).status).toBe(404);
  expect((await fetch(gateway.baseUrl + pathOf('360p'), { method: 'HEAD' })).status).toBe(200);
  await (await fetch(gateway.baseUrl + pathOf('9000p'))).arrayBuffer();
  await (await fetch(gateway.baseUrl + pathOf('360p'))).arrayBuffer();
  await vi.waitFor(async () => expect(await streamed('360p')).toBe(seconds + 2 * catalog.SEGMENT_SECONDS));
  expect(await streamed('audio')).toBe(0);
  expect(await streamed('9000p')).toBeNaN();
});

it('a client that leaves in the middle counts by what it got, and calls count on their own', async () => {
  const [stream, call] = [await sent('stream'), await sent('call')];
  const leaving = new AbortController();
  const response = await fetch(gateway.baseUrl + pathOf('360p'), { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await vi.waitFor(async () => expect(await sent('stream')).toBeGreaterThan(stream));
  await (await fetch(`${gateway.baseUrl}/api/videos`)).text();
  await vi.waitFor(async () => expect(await sent('call')).toBeGreaterThan(call));
});
