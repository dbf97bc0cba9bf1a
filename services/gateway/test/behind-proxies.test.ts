import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

import { catalog, NEST_COOKIE, NEST_STREAM_COOKIE, STREAM_COOKIE } from '@larksong/contracts';
import {
  findObstacle,
  startFrontProxy,
  type FrontProxy,
  type ProxyName,
} from '@larksong/local/testing/front-proxies';
import { createStorage, type Storage } from '@larksong/service-kit/storage';
import { createTestFolder } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const MIB = 1024 * 1024;
const VIDEO = randomUUID();
const OWNER = { videoId: VIDEO, attempt: 1, token: randomUUID() };
const SEGMENT = randomBytes(700_000);
const PATH = `/hls/${VIDEO}/360p/1/${OWNER.token}/00000.m4s`;
const BODY = '<body>the page</body>';
const PAGE = `<!doctype html><!-- details --><!-- /details -->${BODY}`;
const PART = `/api/admin/uploads/${randomUUID()}/parts/1`;

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let storage: Storage;
let upstream: Upstream;
let gateway: RunningGateway;
let proxy: FrontProxy;
/** Whether the video is public; undefined if there is no such video. */
let isPublic: boolean | undefined;
/** The requests of a test; one that fails may leave some unfinished. */
let requests: Sent[];
/** Bytes of uploads that catalog has received. */
let receivedBytes: number;

beforeAll(async () => {
  folder = await createTestFolder();
  await mkdir(join(folder.path, 'web'));
  await writeFile(join(folder.path, 'web/index.html'), PAGE);
  await writeFile(join(folder.path, 'web/pages.json'), '["/songs"]');
  storage = createStorage({ STORAGE_DIR: join(folder.path, 'storage') });
  await storage.put(catalog.segmentKey(OWNER, '360p', 0), SEGMENT);
});
afterAll(async () => {
  await storage.close();
  await folder.remove();
});
beforeEach(async () => {
  isPublic = true;
  receivedBytes = 0;
  requests = [];
  upstream = await startUpstream();
  upstream.handle((asked, answer) => {
    asked.on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
    asked.once('end', () => {
      const isRights = asked.url?.endsWith('/rights') ?? false;
      const isMissing = isRights && isPublic === undefined;
      const body = isMissing
        ? { success: false, code: 'VIDEO_NOT_FOUND', message: 'This video does not exist.' }
        : { success: true, data: isRights ? { isPublic } : asked.headers };
      answer
        .writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    });
  });
});
afterEach(async () => {
  for (const sent of requests) sent.destroy();
  await proxy.stop();
  await gateway.stop();
  await upstream.stop();
});

async function start(
  name: ProxyName,
  { cache = false, ...settings }: { cache?: boolean; STREAM_SHARED_CACHE_SECONDS?: string } = {},
): Promise<void> {
  gateway = await startGateway({
    CATALOG_URL: upstream.origin,
    AUTH_URL: upstream.origin,
    PUBLIC_URL: 'https://localhost',
    WEB_DIR: join(folder.path, 'web'),
    STORAGE_DIR: join(folder.path, 'storage'),
    STREAM_RIGHTS_SECONDS: '1',
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  });
  proxy = await startFrontProxy(name, { gatewayPort: gateway.port, hasCache: cache });
}

type Sent = ReturnType<typeof request>;

function send(path: string, options: { method?: string; headers?: Record<string, string> } = {}): Sent {
  const sent = request(proxy.url + path, { ...options, ca: proxy.certificate, agent: false });
  sent.on('error', () => {}); // `answerOf` rejects by it; later, it says that the test has ended
  requests.push(sent);
  return sent;
}

async function answerOf(sent: Sent): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the event's own argument
  return response;
}

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await answerOf(send(path, { headers }).end());
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const listKept = async () =>
  (await readdir(proxy.cacheFolder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name));
/** Returns the end of a title. */
const reasonOf = (obstacle: string | undefined) => (obstacle === undefined ? '' : `, skipped: ${obstacle}`);

const obstacles = { nginx: await findObstacle('nginx'), caddy: await findObstacle('caddy') };

describe.for(['nginx', 'caddy'] as const)('the example of a proxy (%s)', (name) => {
  const obstacle = obstacles[name];
  describe.skipIf(obstacle !== undefined)(`${name}${reasonOf(obstacle)}`, () => {
    it(`a page is sent over HTTP/2 by ${name}`, async () => {
      await start(name);
      const session = connect(proxy.url, { ca: proxy.certificate });
      const stream = session.request({ ':path': '/songs', accept: 'text/html' });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]; // the event's own argument
      expect(headers[':status']).toBe(200);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(await text(stream)).toContain(BODY);
      session.destroy();
    });

    it(`the services see the client’s address and https behind ${name}, not the client’s own claims`, async () => {
      await start(name);
      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'ftp',
        'x-real-ip': '203.0.113.9',
      };
      const sent = request(`${proxy.url}/api/videos`, {
        headers: claims,
        ca: proxy.certificate,
        agent: false,
        ...(process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}),
      });
      const seen = await text(await answerOf(sent.end()));
      const { data } = JSON.parse(seen) as { data: Record<string, string> }; // what catalog responds above
      expect(data['x-forwarded-for']).toBe(process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1');
      expect(data['x-forwarded-proto']).toBe('https');
    });

    it(`the part of an upload is passed on by ${name} while it is being sent, whatever its size`, async () => {
      await start(name);
      const sent = send(PART, { method: 'PUT', headers: { 'content-length': String(8 * MIB) } });
      sent.write(Buffer.alloc(4 * MIB));
      await expect.poll(() => receivedBytes).toBeGreaterThan(3 * MIB);
      sent.end(Buffer.alloc(4 * MIB));
      expect((await answerOf(sent)).statusCode).toBe(200);
      expect(receivedBytes).toBe(8 * MIB);
    });

    it(`the reason for which an upload is refused is passed on by ${name} before the body is sent`, async () => {
      await start(name);
      upstream.handle((_asked, answer) => answer.writeHead(403).end('{"refused":true}'));
      const sent = send(PART, { method: 'PUT', headers: { 'content-length': String(200 * MIB) } });
      sent.write(Buffer.alloc(MIB));
      const response = await answerOf(sent);
      expect([response.statusCode, await text(response)]).toEqual([403, '{"refused":true}']);
    });

    it(`a segment and its ranges are passed on unchanged by ${name}, whether or not caches may keep them`, async () => {
      await start(name, { cache: true, STREAM_SHARED_CACHE_SECONDS: '600' });
      for (isPublic of [false, true, true]) {
        const whole = await get(PATH, { cookie: `${STREAM_COOKIE}=${isPublic}` });
        expect([whole.status, whole.body.equals(SEGMENT)]).toEqual([200, true]);
        const range = { range: 'bytes=262140-524290', cookie: `${STREAM_COOKIE}=${isPublic}` };
        const part = await get(PATH, range);
        expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 262140-524290/700000']);
        expect(part.body.equals(SEGMENT.subarray(262_140, 524_291))).toBe(true);
      }
    });
  });
});

describe.skipIf(obstacles.nginx !== undefined)(`the cache of nginx${reasonOf(obstacles.nginx)}`, () => {
  it('a public segment is kept by nginx for everybody if the setting permits it', async () => {
    await start('nginx', { cache: true, STREAM_SHARED_CACHE_SECONDS: '600' });
    expect((await get(PATH)).headers['x-cache']).toBe('MISS');
    const others = [get(`${PATH}?x=1`), get(PATH, { cookie: `${STREAM_COOKIE}=one; theme=dark` })];
    for (const { headers, body } of await Promise.all(others)) {
      expect([headers['x-cache'], headers['set-cookie']]).toEqual(['HIT', undefined]);
      expect(body.equals(SEGMENT)).toBe(true);
    }
    expect(upstream.requests).toHaveLength(1);
  });

  it('simultaneous first requests for a public segment share one request to the gateway', async () => {
    await start('nginx', { cache: true, STREAM_SHARED_CACHE_SECONDS: '600' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => get(PATH)));
    const states = responses.map(({ headers }) => headers['x-cache']);
    expect(states.filter((state) => state === 'MISS').length).toBeLessThan(10);
    expect(responses.every(({ body }) => body.equals(SEGMENT))).toBe(true);
  });

  it('no segment is kept by nginx without the setting', async () => {
    await start('nginx', { cache: true });
    for (let time = 0; time < 3; time += 1) expect((await get(PATH)).headers['x-cache']).toBe('MISS');
    expect(await listKept()).toEqual([]);
  });

  it('a segment of a video that is not public, and the response to a call, are never kept by nginx', async () => {
    await start('nginx', { cache: true, STREAM_SHARED_CACHE_SECONDS: '600' });
    isPublic = false;
    const headers = { cookie: `${STREAM_COOKIE}=member` };
    for (let time = 0; time < 3; time += 1)
      expect((await get(PATH, headers)).headers['x-cache']).toBe('MISS');
    expect((await get('/api/videos')).headers['x-cache']).toBeUndefined();
    isPublic = undefined;
    expect((await get(PATH)).status).toBe(404);
    expect(await listKept()).toEqual([]);
  });

  it('a nest gets nothing from the cache of nginx, and puts nothing there', async () => {
    await start('nginx', { cache: true, STREAM_SHARED_CACHE_SECONDS: '600' });
    expect((await get(PATH)).headers['x-cache']).toBe('MISS');
    const kept = await listKept();
    isPublic = undefined; // for the nest
    for (const cookie of [
      `${NEST_COOKIE}=1`,
      `${STREAM_COOKIE}=one; ${NEST_COOKIE}=1`,
      `${NEST_STREAM_COOKIE}=x`,
    ]) {
      const { status, headers } = await get(PATH, { cookie });
      expect([status, headers['x-cache']]).toEqual([404, 'BYPASS']);
    }
    expect((await get(PATH)).headers['x-cache']).toBe('HIT');
    expect(await listKept()).toEqual(kept);
  });

  it('a video that is made private can be loaded from the cache for as long as the setting says', async () => {
    await start('nginx', { cache: true, STREAM_SHARED_CACHE_SECONDS: '2' });
    expect((await get(PATH)).status).toBe(200);
    const kept = await listKept();
    expect(kept).toHaveLength(1);
    isPublic = undefined;
    await expect.poll(async () => (await get(PATH)).status, { timeout: 8000 }).toBe(404);
  });

  it('a request over http is redirected to https', async () => {
    await start('nginx');
    const response = await fetch(`${proxy.plainUrl}/songs`, { redirect: 'manual' });
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1\/songs$/);
  });
});
