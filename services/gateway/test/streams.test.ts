import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { catalog, STREAM_COOKIE } from '@larksong/contracts';
import { createStorage, markPath, type Storage } from '@larksong/service-kit/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  startGateway,
  startUpstream,
  type Handler,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

const VIDEO = randomUUID();
const OWNER = { videoId: VIDEO, attempt: 1, token: randomUUID() };
const SEGMENT = randomBytes(700_000);
const KEY = catalog.segmentKey(OWNER, '360p', 0);
const PATH = `/hls/${VIDEO}/360p/1/${OWNER.token}/00000.m4s`;
const MASTER = `/hls/${VIDEO}/master.m3u8`;
const RIGHTS = `/hls/${VIDEO}/rights`;
const PUBLIC = { status: 200, body: { success: true, data: { isPublic: true } } };
const COMPLETED = {
  status: 200,
  body: { success: true, data: { isPublic: true, completedAttempt: 1 } },
};
const HIDDEN = {
  status: 404,
  body: { success: false, code: 'VIDEO_NOT_FOUND', message: 'This video does not exist.' },
};

const JSON_TYPE = { 'content-type': 'application/json' };

let folder: string;
let storage: Storage;
let upstream: Upstream;
let gateway: RunningGateway;
/** What catalog says about rights. */
let answer: { status: number; body: object };
const asked = () => upstream.requests.filter(({ url }) => url === RIGHTS).length;
const get = (path = PATH, headers: Record<string, string> = {}) => fetch(gateway.baseUrl + path, { headers });

/** Starts a gateway that sends objects itself, and asks catalog again after a second. */
const startStreams = (settings: Record<string, string> = {}, deps: Parameters<typeof startGateway>[1] = {}) =>
  startGateway(
    {
      CATALOG_URL: upstream.origin,
      AUTH_URL: upstream.origin,
      STORAGE_DIR: folder,
      STREAM_RIGHTS_SECONDS: '1',
      ...settings,
    },
    deps,
  );

/** Marks the folder as that of a site, as catalog does. */
async function markStorage(): Promise<void> {
  const mark = markPath(folder, 'videos');
  await mkdir(dirname(mark), { recursive: true });
  await writeFile(mark, 'of the tests\n');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-streams-'));
  storage = createStorage({ STORAGE_DIR: folder });
  await markStorage();
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await storage.put(KEY, SEGMENT);
  answer = PUBLIC;
  upstream = await startUpstream();
  const handler: Handler = (request, response) => {
    if (request.url !== RIGHTS)
      return void response.writeHead(200, { 'set-cookie': 'cookie' }).end('from catalog');
    response.writeHead(answer.status, JSON_TYPE).end(JSON.stringify(answer.body));
  };
  upstream.handle(handler);
  gateway = await startStreams();
});
afterEach(async () => {
  await gateway.stop();
  await upstream.stop();
});

describe('an object of a video', () => {
  it('an object is sent by the gateway, which asks catalog once', async () => {
    await gateway.stop();
    gateway = await startStreams({ STREAM_RIGHTS_SECONDS: '5' });
    for (let time = 0; time < 3; time += 1) {
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
      expect(response.headers.get('vary')).toBe('Cookie, Authorization');
      expect(response.headers.get('content-length')).toBe(String(SEGMENT.length));
      expect(Buffer.from(await response.arrayBuffer()).equals(SEGMENT)).toBe(true);
    }
    expect(asked()).toBe(1);
    expect(upstream.requests).toHaveLength(1);
  });

  it('a permission that was long on its way is not remembered as if it were new', async () => {
    upstream.handle((_request, response) => {
      setTimeout(() => response.writeHead(200, JSON_TYPE).end(JSON.stringify(PUBLIC.body)), 1050);
    });
    expect((await get()).status).toBe(200);
    expect((await get()).status).toBe(200);
    expect(asked()).toBe(2);
  });

  it('a range of an object is sent exactly', async () => {
    const response = await get(PATH, { range: 'bytes=262140-524290' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 262140-524290/${SEGMENT.length}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(SEGMENT.subarray(262_140, 524_291))).toBe(true);
  });

  it('an object arrives whole at a client that sends an unwanted body with its request', async () => {
    const headers = { connection: 'close', 'content-length': '20000000' };
    const message = request(gateway.baseUrl + PATH, { headers });
    message.on('error', () => {}); // the body is not read to its end
    message.write(randomBytes(5_000_000));
    const [response] = (await once(message, 'response')) as [IncomingMessage];
    expect((await buffer(response)).equals(SEGMENT)).toBe(true);
    message.destroy();
  });

  it('an object that the client has is not sent again', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get(PATH, { 'if-none-match': etag })).status).toBe(304);
  });

  it('an object is refused with catalog’s own sentence, and a refusal is not remembered', async () => {
    answer = HIDDEN;
    const response = await get();
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'VIDEO_NOT_FOUND' });
    answer = PUBLIC;
    expect((await get()).status).toBe(200);
  });

  it('a permission of one viewer says nothing about another', async () => {
    expect((await get(PATH, { cookie: `a=1; ${STREAM_COOKIE}=one` })).status).toBe(200);
    answer = HIDDEN;
    expect((await get(PATH, { cookie: `${STREAM_COOKIE}=two` })).status).toBe(404);
    expect((await get()).status).toBe(404);
    expect((await get(PATH, { authorization: 'Bearer three' })).status).toBe(404);
    expect(upstream.requests.map(({ headers }) => headers.cookie ?? headers.authorization)).toEqual([
      `${STREAM_COOKIE}=one`,
      `${STREAM_COOKIE}=two`,
      undefined,
      'Bearer three',
    ]);
  });

  it('an object that is still in memory is refused once its video is hidden', async () => {
    expect((await get()).status).toBe(200);
    answer = HIDDEN;
    await expect.poll(async () => (await get()).status, { timeout: 5000 }).toBe(404);
  });

  it('many simultaneous requests ask catalog once', async () => {
    await gateway.stop();
    gateway = await startStreams({ STREAM_RIGHTS_SECONDS: '5' });
    const responses = await Promise.all(Array.from({ length: 100 }, () => get()));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    await Promise.all(responses.map((response) => response.arrayBuffer()));
    expect(asked()).toBe(1);
  });

  it('an object without an answer of catalog is unavailable, unless the viewer was permitted a moment ago', async () => {
    expect((await get()).status).toBe(200);
    await upstream.stop();
    expect((await get()).status).toBe(200);
    await expect.poll(async () => (await get()).status, { timeout: 5000 }).toBe(503);
    upstream = await startUpstream();
  });

  it('no object counts as missing while the disk of the storage is not mounted', async () => {
    await rm(markPath(folder, 'videos'));
    const missing = PATH.replace('00000', '00001');
    const away = await get(missing);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
    await markStorage();
    expect((await get(missing)).status).toBe(404);
  });

  it('an object that does not exist is a 404', async () => {
    const response = await get(PATH.replace('00000', '00001'));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a playlist of a completed video is requested from catalog once for all viewers who may watch', async () => {
    answer = COMPLETED;
    for (let time = 0; time < 3; time += 1) {
      const response = await get(MASTER, { cookie: `${STREAM_COOKIE}=viewer-${time}` });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect(await response.text()).toBe('from catalog');
    }
    expect(upstream.requests.filter(({ url }) => url === MASTER)).toHaveLength(1);
    answer = HIDDEN;
    expect((await get(MASTER, { cookie: `${STREAM_COOKIE}=other` })).status).toBe(404);
  });

  it('a playlist that the client has is not sent again', async () => {
    answer = COMPLETED;
    const etag = (await get(MASTER)).headers.get('etag') ?? '';
    expect((await get(MASTER, { 'if-none-match': etag })).status).toBe(304);
  });

  it('a range beyond the end of a playlist is refused in plain text', async () => {
    answer = COMPLETED;
    const response = await get(MASTER, { range: 'bytes=5000-', 'accept-encoding': 'gzip' });
    expect([response.status, await response.json()]).toMatchObject([416, { code: 'RANGE_NOT_SATISFIABLE' }]);
  });

  it.each([
    ['gzip', 'gzip'],
    ['br, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0', null],
    ['gzip;q=0.0, br', null],
    ['br', null],
    ['', null],
  ])('a playlist for a client that accepts %j is encoded as %s', async (accepted, encoding) => {
    answer = COMPLETED;
    const response = await get(MASTER, { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('from catalog');
  });

  it('a playlist of a video in processing is requested from catalog each time', async () => {
    for (let time = 0; time < 3; time += 1) expect((await get(MASTER)).status).toBe(200);
    expect(upstream.requests.filter(({ url }) => url === MASTER)).toHaveLength(3);
  });

  it('a viewer without a stream cookie gets it from catalog with the playlist', async () => {
    answer = COMPLETED;
    const headers = { authorization: 'Bearer one' };
    for (let time = 0; time < 2; time += 1)
      expect((await get(MASTER, headers)).headers.get('set-cookie')).toBe('cookie');
    await get(MASTER, { ...headers, cookie: `${STREAM_COOKIE}=one` });
    const last = await get(MASTER, { ...headers, cookie: `${STREAM_COOKIE}=one` });
    expect(last.headers.get('set-cookie')).toBeNull();
    expect(upstream.requests.filter(({ url }) => url === MASTER)).toHaveLength(3);
  });

  it('playlists of videos in processing, and names that no object can have, are left to catalog', async () => {
    for (const name of ['master.m3u8', '360p/playlist.m3u8', 'rights', 'source', '../x'])
      expect(await (await get(`/hls/${VIDEO}/${name}`)).text()).toMatch(/catalog|isPublic|NOT_FOUND/);
    expect((await get('/hls/1/360p/playlist.m3u8')).status).toBe(200);
  });
});

describe('shared caches', () => {
  it('an object of a public video may be kept by shared caches for as long as the setting says', async () => {
    await gateway.stop();
    gateway = await startStreams({ STREAM_SHARED_CACHE_SECONDS: '600' });
    const { headers } = await get();
    expect(headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=600, immutable');
    expect([headers.get('vary'), headers.get('set-cookie')]).toEqual([null, null]);
    answer = { status: 200, body: { success: true, data: { isPublic: false } } };
    const cacheControl = async () =>
      (await get(PATH, { cookie: `${STREAM_COOKIE}=member` })).headers.get('cache-control');
    expect(await cacheControl()).toBe('private, max-age=86400, immutable');
  });
});

describe('slow clients of objects', () => {
  it('a network whose clients read nothing gets no further objects, and leaves those of others alone', async () => {
    await gateway.stop();
    gateway = await startStreams(
      { STREAMS_PER_NETWORK: '2', TRUSTED_PROXIES: 'loopback' },
      { timeouts: { answerMs: 500 } },
    );
    const large = catalog.segmentKey(OWNER, '360p', 7);
    await storage.put(large, randomBytes(7_000_000));
    const path = PATH.replace('00000', '00007');
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const unread = await Promise.all([get(path, from('192.0.2.1')), get(path, from('192.0.2.1'))]);
    const third = await get(path, from('192.0.2.1'));
    expect([third.status, await third.json()]).toMatchObject([503, { code: 'TOO_BUSY' }]);
    const other = await get(path, from('198.51.100.1'));
    expect((await other.arrayBuffer()).byteLength).toBe(7_000_000);
    for (const response of unread) await response.body?.cancel();
    await expect.poll(async () => (await get(PATH, from('192.0.2.1'))).status).toBe(200);
  });
});
