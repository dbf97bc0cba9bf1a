import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { createTestFolder, startStopwatch } from '@larksong/service-kit/testing';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPublicVideos } from '../src/web/public-videos.ts';
import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const INDEX = [
  '<!doctype html><html><head><meta charset="utf-8" />',
  '<!-- details --><title>Larksong</title><!-- /details -->',
  '<script>let started = 1;</script><script type="module">started += 1;</script>',
  '<style>body { margin: 0 }</style></head>',
  '<body><div id="root"></div><div id="start"><!-- still --></div></body></html>',
].join('\n');
const PAGES = ['/', '/songs', '/game-admin'];
const SITE = 'https://songs.example';

/** Video ids: catalog knows the first three. */
const PUBLIC = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const REGISTERED = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e2';
const LATE = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e3';
const ABSENT = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8ef';

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let catalog: Upstream;
let gateway: RunningGateway;
/** What catalog says of the public video. */
let video: { title: string; description: string; visibility: string };

beforeAll(async () => {
  folder = await createTestFolder();
  await mkdir(join(folder.path, 'web'));
  await writeFile(join(folder.path, 'web/index.html'), INDEX);
  await writeFile(join(folder.path, 'web/pages.json'), JSON.stringify(PAGES));
});
afterAll(() => folder?.remove());
beforeEach(async () => {
  video = { title: 'Five Ducks', description: 'Over the hills.', visibility: 'public' };
  catalog = await startUpstream();
  catalog.handle((asked, response) => {
    const id = asked.url?.split('/').at(-1) ?? '';
    if (id === LATE) return;
    if (id === PUBLIC) answerVideo(response, { id, ...video });
    else if (id === REGISTERED) answerVideo(response, { id, ...video, visibility: 'registered' });
    else answer(response, 404, { success: false, code: 'VIDEO_NOT_FOUND', message: 'No such video.' });
  });
  gateway = await startGateway({
    CATALOG_URL: catalog.origin,
    PUBLIC_URL: SITE,
    WEB_DIR: join(folder.path, 'web'),
    STREAM_RIGHTS_SECONDS: '1',
  });
});
afterEach(async () => {
  await gateway.stop();
  await catalog.stop();
});

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function answerVideo(response: ServerResponse, { id, ...rest }: { id: string } & typeof video): void {
  answer(response, 200, {
    success: true,
    data: { video: { id, thumbnail: `/hls/${id}/thumbnail.jpg`, playable: true, ...rest } },
  });
}

/** Returns a page; unlike `fetch`, undici's `request` adds no headers. */
async function get(path: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: received,
    body,
  } = await request(gateway.baseUrl + path, {
    headers: { accept: 'text/html', ...headers },
  });
  return { status: statusCode, headers: received, bytes: Buffer.from(await body.arrayBuffer()) };
}

/** Returns all parts of a response that may differ between pages. */
function substanceOf({ status, headers, bytes }: Awaited<ReturnType<typeof get>>) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, headers: rest, text: bytes.toString() };
}

const watch = (id: string) => `/songs?v=${id}`;
const addressesOfCalls = () => catalog.requests.map(({ url }) => url);

// A busy machine may need more than the 300 ms for which a page waits for its details.
describe('the page of a video', { retry: 2 }, () => {
  test('the page of a public video names it, with absolute addresses of the public site', async () => {
    const written = [PUBLIC.toUpperCase(), `${PUBLIC}%20`, `${PUBLIC}.%0A`].map(watch);
    for (const path of [watch(PUBLIC), `/songs/?t=5&v=${PUBLIC}`, ...written]) {
      const { status, bytes } = await get(path);
      expect(status).toBe(200);
      expect(bytes.toString()).toContain('<title>Five Ducks · Larksong</title>');
      expect(bytes.toString()).toContain('<meta property="og:title" content="Five Ducks" />');
      expect(bytes.toString()).toContain(`content="${SITE}/hls/${PUBLIC}/thumbnail.jpg"`);
      expect(bytes.toString()).toContain(`<meta property="og:url" content="${SITE}/songs?v=${PUBLIC}" />`);
      expect(bytes.toString()).toContain('<div id="root"></div>');
      expect(bytes.toString()).toContain(
        `<div id="start"><img class="still" src="/hls/${PUBLIC}/thumbnail.jpg"`,
      );
    }
  });

  test('catalog is asked once for many simultaneous pages of a video, as a visitor would ask', async () => {
    const headers = { authorization: 'Bearer mine', cookie: 'larksong_stream=mine' };
    const pages = await Promise.all(Array.from({ length: 20 }, () => get(watch(PUBLIC), headers)));
    for (const { bytes } of pages) expect(bytes.toString()).toContain('Five Ducks');
    expect(addressesOfCalls()).toEqual([`/api/videos/${PUBLIC}`, `/hls/${PUBLIC}/rights`]);
    expect(catalog.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(catalog.requests[0]?.headers).not.toHaveProperty('cookie');
  });

  test('the page of a video that is not public equals, byte for byte, that of a missing video and of no video', async () => {
    const [registered, absent, none] = await Promise.all(
      [watch(REGISTERED), watch(ABSENT), '/songs'].map((path) => get(path)),
    );
    if (!registered || !absent || !none) throw new Error('three pages');
    expect(substanceOf(registered)).toEqual(substanceOf(absent));
    expect(substanceOf(none)).toEqual(substanceOf(absent));
    expect(absent.status).toBe(200);
    expect(absent.bytes.toString()).toContain('<title>Larksong</title>');
    expect(absent.bytes.toString()).toContain(`content="${SITE}/share.png"`);
  });

  test.each(['?v=', '?v=1', `?v=${PUBLIC}0`, `?w=${PUBLIC}`, `?v=../${PUBLIC}`, '?v=%00', '?v=%zz'])(
    'catalog is not asked for a page with %s',
    async (query) => {
      expect((await get(`/songs${query}`)).status).toBe(200);
      expect((await get(`/game-admin?v=${PUBLIC}`)).status).toBe(200);
      expect(addressesOfCalls()).toEqual([]);
    },
  );

  test('a video that became private disappears from its page once the remembered rights expire', async () => {
    const before = await get(watch(PUBLIC));
    const tag = String(before.headers['etag']);
    expect(before.headers['cache-control']).toBe('no-cache');
    expect((await get(watch(PUBLIC), { 'if-none-match': tag })).status).toBe(304);
    video = { ...video, visibility: 'private' };
    const elapsedMs = startStopwatch();
    const read = async () => (await get(watch(PUBLIC), { 'if-none-match': tag })).status;
    await expect.poll(read, { timeout: 5000, interval: 50 }).toBe(200);
    expect(elapsedMs()).toBeLessThan(2000);
    expect(substanceOf(await get(watch(PUBLIC)))).toEqual(substanceOf(await get(watch(ABSENT))));
  });

  test('a video that became public appears in its page at once', async () => {
    video = { ...video, visibility: 'private' };
    expect((await get(watch(PUBLIC))).bytes.toString()).not.toContain('Five Ducks');
    video = { ...video, visibility: 'public' };
    expect((await get(watch(PUBLIC))).bytes.toString()).toContain('Five Ducks');
  });

  test('the page without video details is sent if catalog has not answered within 300 ms', async () => {
    const plain = substanceOf(await get('/songs'));
    const startedAt = performance.now();
    const elapsedMs = startStopwatch();
    const late = await get(watch(LATE));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(elapsedMs()).toBeLessThan(1000);
    expect(substanceOf(late)).toEqual(plain);
    await catalog.stop();
    expect(substanceOf(await get(watch(PUBLIC)))).toEqual(plain);
    catalog = await startUpstream();
  });

  test('a network whose pages wait for late answers leaves requests to catalog for other networks', async () => {
    catalog.handle(() => {});
    const videos = createPublicVideos({
      catalogUrl: catalog.origin,
      maxAgeMs: 1000,
      timeoutMs: 1500,
      findBeginning: async () => ({}),
    });
    const ids = Array.from({ length: 40 }, (_, index) => `${LATE.slice(0, -2)}${index + 16}`);
    const found = await Promise.all([
      ...ids.map((id) => videos.find(id, '192.0.2.1')),
      videos.find(PUBLIC, '192.0.2.2'),
    ]);
    expect(found.every((answered) => answered === undefined)).toBe(true);
    expect(addressesOfCalls()).toHaveLength(17);
    expect(addressesOfCalls()).toContain(`/api/videos/${PUBLIC}`);
  });

  test('markup in the texts of a video is escaped in its page', async () => {
    const attack = `"'><script>alert(1)</script></title><!-- /details -->\u2028$&$1`;
    video = { title: attack, description: attack.repeat(2000), visibility: 'public' };
    const html = (await get(watch(PUBLIC))).bytes.toString();
    expect(html).not.toContain('alert(1)<');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/title>/g)).toHaveLength(1);
    expect(html).not.toContain('\u2028');
    expect(html).not.toContain('<!-- details -->');
    expect(html.length).toBeLessThan(INDEX.length + 8000);
  });

  test('a title of 100 kB does not make a long page', async () => {
    video = { ...video, title: '<'.repeat(100_000) };
    const { bytes } = await get(watch(PUBLIC));
    expect(bytes.toString()).toContain('&lt;…');
    expect(bytes.length).toBeLessThan(INDEX.length + 8000);
  });

  test('the page of a video is sent compressed, and revalidated in each form', async () => {
    const plain = await get(watch(PUBLIC), { 'accept-encoding': 'identity' });
    const tags = new Set([plain.headers['etag']]);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const page = await get(watch(PUBLIC), { 'accept-encoding': encoding });
      expect(page.headers['content-encoding']).toBe(encoding);
      expect(page.headers['vary']).toBe('accept-encoding, cookie');
      expect(decode(page.bytes)).toEqual(plain.bytes);
      const tag = String(page.headers['etag']);
      tags.add(tag);
      const again = await get(watch(PUBLIC), { 'accept-encoding': encoding, 'if-none-match': tag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
    expect(tags.size).toBe(3);
    const other = await get('/songs', { 'if-none-match': String(plain.headers['etag']) });
    expect(other.status).toBe(200);
  });
});

describe('the route table', () => {
  test.each([
    ['/', 200],
    ['/songs', 200],
    ['/Songs/', 200],
    ['/game-admin?x=1', 200],
    ['/nowhere', 404],
    ['/songs/more', 404],
    ['/index.html', 404],
    ['/API/videos', 404],
  ])('the page %s has the status %i', async (path, status) => {
    const page = await get(path);
    expect(page.status).toBe(status);
    expect(page.bytes.toString()).toContain('<div id="root"></div>');
    const again = await get(path, { 'if-none-match': String(page.headers['etag']) });
    expect(again.status).toBe(status === 200 ? 304 : 404);
  });

  test('the page is read again after a new build', async () => {
    const indexPath = join(folder.path, 'web/index.html');
    await writeFile(indexPath, INDEX.replace('root', 'other-root'));
    await writeFile(join(folder.path, 'web/pages.json'), JSON.stringify([...PAGES, '/new']));
    expect((await get('/new')).status).toBe(200);
    expect((await get('/')).bytes.toString()).toContain('other-root');
    await writeFile(indexPath, INDEX);
    await utimes(indexPath, 1, 1);
    expect((await get('/')).bytes.toString()).not.toContain('other-root');
  });

  test.each([
    ['pages.json', /no pages.json .* build the web client/],
    ['index.html', /no place for details .* build the web client/],
  ])('starting with an unfinished %s fails with a sentence', async (name, sentence) => {
    const root = join(folder.path, `without-${name}`);
    await mkdir(root);
    await writeFile(join(root, 'index.html'), name === 'index.html' ? '<title>Larksong</title>' : INDEX);
    await expect(startGateway({ WEB_DIR: root })).rejects.toThrow(sentence);
  });
});

test('scripts and styles in the page are accepted by their hashes, and no others', async () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = String((await get('/songs')).headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' ${hash('let started = 1;')} ${hash('started += 1;')};`);
  expect(policy).toContain(`style-src 'self' ${hash('body { margin: 0 }')};`);
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('unsafe');
  const call = await get('/api/nothing');
  expect(String(call.headers['content-security-policy'])).not.toContain('sha256');
});
