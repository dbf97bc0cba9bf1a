import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

import {
  auth,
  catalog,
  game,
  NEST_COOKIE,
  NEST_STREAM_COOKIE,
  STREAM_COOKIE,
  type Endpoint,
} from '@larksong/contracts';
import { createStorage, markPath } from '@larksong/service-kit/storage';
import { createTestFolder, createTestIssuer, type TestIssuer } from '@larksong/service-kit/testing';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';

import { startGateway, startUpstream, type RunningGateway, type Upstream } from './start-gateway.ts';

const VIDEO = randomUUID();
const OWNER = { videoId: VIDEO, attempt: 1, token: randomUUID() };
const segment = (index: number) => `/hls/${VIDEO}/360p/1/${OWNER.token}/0000${index}.m4s`;
const MASTER = `/hls/${VIDEO}/master.m3u8`;
const PICTURE = `/hls/${VIDEO}/extras/1/${OWNER.token}/thumbnail.jpg`;
const CODE = 'k7m4-qx2p-93hd-vt6w';
const HERE = { cookie: `${NEST_COOKIE}=1` };
/** A nest with a session, and one whose rights are asked for again. */
const PLAYING = { cookie: `${NEST_COOKIE}=1; ${NEST_STREAM_COOKIE}=good` };
const another = () => ({ cookie: `${PLAYING.cookie}-${randomUUID()}` });
const MEMBER = { authorization: 'Bearer of.a.member', cookie: `${STREAM_COOKIE}=member; ${NEST_COOKIE}=1` };
const INDEX = [
  '<!doctype html><html lang="en"><head><meta name="watch-files" content="/early.js" />',
  '<!-- details --><title>Larksong</title><!-- /details --></head>',
  '<body><!-- early --><div id="start"><!-- still --></div></body></html>',
].join('\n');

let folder: Awaited<ReturnType<typeof createTestFolder>>;
let upstream: Upstream;
let gateway: RunningGateway;
let issuer: TestIssuer;
/** The segments that the nest may load; undefined in an answer of a catalog from before nests. */
let window: { from: number; until: number } | undefined;

beforeAll(async () => {
  folder = await createTestFolder();
  const [web, storageDir] = [join(folder.path, 'web'), join(folder.path, 'storage')];
  await mkdir(web);
  await writeFile(join(web, 'index.html'), INDEX);
  await writeFile(join(web, 'early.js'), 'playEarly();');
  await writeFile(join(web, 'pages.json'), JSON.stringify(['/', '/songs', '/s/:code', '/nest']));
  const storage = createStorage({ STORAGE_DIR: storageDir });
  for (const index of [0, 1, 2])
    await storage.put(catalog.segmentKey(OWNER, '360p', index), randomBytes(1000));
  await storage.put(`videos/${VIDEO}/1/extras/${OWNER.token}/thumbnail.jpg`, randomBytes(1000));
  await storage.close();
  await mkdir(join(markPath(storageDir, 'videos'), '..'), { recursive: true });
  await writeFile(markPath(storageDir, 'videos'), 'of the tests\n');
  upstream = await startUpstream();
  issuer = await createTestIssuer();
  const settings = {
    CATALOG_URL: upstream.origin,
    AUTH_URL: upstream.origin,
    GAME_URL: upstream.origin,
    PUBLIC_URL: 'https://songs.example',
    STORAGE_DIR: storageDir,
    WEB_DIR: web,
    STREAM_RIGHTS_SECONDS: '1',
    STREAM_SHARED_CACHE_SECONDS: '600',
  };
  gateway = await startGateway(settings, { trust: issuer.trust });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
  await folder.remove();
});
beforeEach(() => {
  window = { from: 0, until: 2 };
  upstream.handle((asked, response) => {
    const [status, body] = answerTo(asked);
    asked.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});

const HIDDEN = { success: false, code: 'VIDEO_NOT_FOUND', message: 'This video does not exist.' };

/** Answers as catalog does: a public song for visitors, and its rule for nests. */
function answerTo({ url = '', headers }: IncomingMessage): [number, object] {
  if (!/\/rights($|\?)/.test(url)) return [200, { success: true, data: dataOf(url) }];
  const { cookie = '' } = headers;
  const isHere = cookie.includes(NEST_COOKIE);
  if (isHere && window && !cookie.includes(`${NEST_STREAM_COOKIE}=good`)) return [404, HIDDEN];
  return [200, { success: true, data: { isPublic: true, ...(isHere && window ? { nest: window } : {}) } }];
}

function dataOf(url: string): object {
  if (url.startsWith('/internal/nest-rules/')) return { isOn: true };
  const video = { id: VIDEO, title: 'Five Ducks', description: '', visibility: 'public', playable: true };
  if (url === `/api/videos/${VIDEO}`) return { video: { ...video, thumbnail: PICTURE } };
  return { name: url === auth.getSiteName.path ? 'Larksong' : 'Morning circle' };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(gateway.baseUrl + path, { headers });

/** Returns a page; unlike `fetch`, undici adds no headers itself. */
async function getPage(path: string, headers: Record<string, string> = {}) {
  const sent = await request(gateway.baseUrl + path, { headers: { accept: 'text/html', ...headers } });
  return { status: sent.statusCode, headers: sent.headers, html: await sent.body.text() };
}

function listCalls(): Endpoint[] {
  const isCall = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'operationId' in value;
  return [auth, catalog, game]
    .flatMap((calls) => Object.values<unknown>(calls))
    .filter(isCall)
    .filter(({ path }) => path.startsWith('/api/'));
}

async function send(method: string, path: string, headers: Record<string, string>) {
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const json = isRead ? {} : { 'content-type': 'application/json' };
  const response = await fetch(gateway.baseUrl + path, {
    method,
    headers: { ...headers, ...json },
    ...(isRead ? {} : { body: '{}' }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Makes every call, some at once, and returns the statuses by their names. */
async function sendAll(headers: Record<string, string>): Promise<Map<string, number>> {
  const waiting = listCalls();
  const answers: [string, number][] = [];
  const work = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop())
      answers.push([call.operationId, await send(call.method, toPath(call), headers)]);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return new Map(answers.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const toPath = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, VIDEO);

describe('a browser in which a nest is', () => {
  test.each([
    ['the cookie alone', HERE],
    ["a member's token and stream cookie besides", MEMBER],
  ])('gets 401 from every call with %s, but for those that lead in and out', async (_name, headers) => {
    const answers = await sendAll(headers);
    const admitted = [...answers].filter(([, status]) => status !== 401);
    const leading = ['checkNests', 'enterNests', 'login', 'openDoor', 'refreshNests'];
    expect(admitted).toEqual(leading.map((name) => [name, 200]));
    expect(upstream.requests).toHaveLength(leading.length);
    for (const { headers: passed } of upstream.requests)
      expect([passed.authorization, passed.cookie?.includes(STREAM_COOKIE)]).not.toContain(true);
    expect(upstream.requests.map(({ headers: passed }) => passed.authorization)).toEqual(
      leading.map(() => undefined),
    );
  });

  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/videos'],
    ['GET', '/api'],
    ['HEAD', '/api/videos'],
    ['OPTIONS', '/api/videos'],
    ['PUT', '/api/auth/login'],
    ['POST', '/api/videos'],
  ])('gets 401 from %s %s', async (method, path) => {
    expect(await send(method, path, HERE)).toBe(401);
    expect(await send(method, path, { cookie: `${NEST_STREAM_COOKIE}=good` })).toBe(401);
    expect(upstream.requests).toEqual([]);
  });

  it('gets 404 from every stream, also with what a member or a guest would send', async () => {
    for (const headers of [HERE, MEMBER])
      for (const path of [segment(0), MASTER, PICTURE]) {
        expect([path, (await get(path)).status]).toEqual([path, 200]);
        upstream.requests.length = 0;
        const answer = await get(path, headers);
        expect([path, answer.status]).toEqual([path, 404]);
        for (const { headers: passed } of upstream.requests) {
          expect(passed.authorization).toBeUndefined();
          expect(passed.cookie).toBe(`${NEST_COOKIE}=1`);
        }
      }
  });

  it('is counted among those to whom something was refused', async () => {
    const countOf = async (kind: string) => {
      const metric = await gateway.metrics.getSingleMetric('gateway_nest_refusals_total')?.get();
      return metric?.values.find(({ labels }) => labels['kind'] === kind)?.value ?? 0;
    };
    const [calls, streams] = [await countOf('call'), await countOf('stream')];
    await get('/api/videos', HERE);
    await get(segment(0), HERE);
    expect([await countOf('call'), await countOf('stream')]).toEqual([calls + 1, streams + 1]);
  });
});

describe('a nest with a session', () => {
  const listAdmitted = async (headers: Record<string, string>) =>
    [...(await sendAll({ ...headers, ...HERE }))]
      .filter(([, status]) => status !== 401)
      .map(([name]) => name);
  const namesOf = (isMeant: (call: Endpoint) => boolean) =>
    listCalls()
      .filter(isMeant)
      .map(({ operationId }) => operationId)
      .toSorted();
  const isOpen = ({ inNest }: Endpoint) => inNest === 'open';

  it('makes its own calls and plays the game, also a closed one, and makes no other', async () => {
    upstream.admit({ visitors: 'nobody', game: 'nobody' });
    const { headers } = await issuer.enterNest({ ownerId: randomUUID() });
    expect(await listAdmitted(headers)).toEqual(
      namesOf((call) => isOpen(call) || (call.inNest !== 'refused' && call.access !== 'door')),
    );
    upstream.admit({ visitors: 'everybody', game: 'everybody' });
  });

  it('makes with the token of its door the calls of the door, and no other', async () => {
    const { doorHeaders } = await issuer.enterNest({ ownerId: randomUUID() });
    expect(await listAdmitted(doorHeaders)).toEqual(
      namesOf((call) => isOpen(call) || call.access === 'door'),
    );
  });

  it('makes no call with the token of its owner, even a superadmin', async () => {
    const { headers } = await issuer.signIn('superadmin');
    expect(await listAdmitted(headers)).toEqual(namesOf(isOpen));
  });

  it('makes no call any more once its session has ended', async () => {
    const nest = await issuer.enterNest({ ownerId: randomUUID() });
    issuer.nestSessions.set(nest.sessionId, { active: false, memberId: null, nests: [] });
    expect((await get(catalog.getNest.path, { ...nest.headers, ...HERE })).status).toBe(401);
    expect((await get(auth.listDoorNests.path, { ...nest.doorHeaders, ...HERE })).status).toBe(401);
  });
});

describe('the stream of a nest', () => {
  it('has the segments that catalog permits, is asked about the next one, and is kept by no shared cache', async () => {
    const nest = another();
    const first = await get(segment(1), nest);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toMatch(/^private/);
    expect((await get(segment(1))).headers.get('cache-control')).toMatch(/^public/);
    const later = await get(segment(2), nest);
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
    expect(upstream.requests.at(-1)?.url).toBe(`/hls/${VIDEO}/rights?segment=2`);
    window = { from: 0, until: 3 };
    expect((await get(segment(2), nest)).status).toBe(200);
  });

  it('has no segment once the time is over, nor from a catalog that does not know nests', async () => {
    window = { from: 0, until: 0 };
    expect((await get(segment(0), another())).status).toBe(404);
    window = undefined;
    for (const path of [segment(0), PICTURE]) expect((await get(path, another())).status).toBe(404);
  });
});

describe('the page of a browser in which a nest is', () => {
  const PATHS = [`/songs?v=${VIDEO}`, '/', `/s/${CODE}`, '/nest', '/no/such/page'];

  // A busy machine may need more than the 300 ms for which a page waits for its details.
  it('shows visitors a song that it does not show to a nest', { retry: 2 }, async () => {
    const { html } = await getPage(PATHS[0] ?? '');
    expect(html).toMatch(/Five Ducks.*\n[^]*stream-start[^]*playEarly[^]*class="still"/);
  });

  test.each(PATHS)('has no details, no picture, no stream and no early script at %s', async (path) => {
    const visitors = await getPage(path);
    upstream.requests.length = 0;
    for (const headers of [HERE, PLAYING, MEMBER]) {
      const page = await getPage(path, headers);
      expect(page.html).not.toMatch(/Ducks|Morning|stream-start|playEarly|still"|\/hls\//);
      expect(page.html).toContain('<meta name="nest" content="here" />');
      expect(page.html.includes(VIDEO)).toBe(false);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.headers['vary']).toBe('accept-encoding, cookie');
      expect(page.headers['etag']).not.toBe(visitors.headers['etag']);
      const again = await getPage(path, { ...headers, 'if-none-match': String(visitors.headers['etag']) });
      expect(again.status).toBe(path.startsWith('/no/') ? 404 : 200);
    }
    expect(visitors.html).not.toContain('name="nest"');
    expect(visitors.headers['vary']).toBe('accept-encoding, cookie');
    // Nothing was asked about the song or the link, not even to keep it back.
    expect(upstream.requests.map(({ url }) => url).filter((url) => /videos|links/.test(url ?? ''))).toEqual(
      [],
    );
  });
});
