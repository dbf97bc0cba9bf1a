import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestUser } from '@larksong/service-kit/testing';
import { createStreamCookies } from '../src/streaming/stream-cookie.ts';
import { startCatalog, STREAM_COOKIE_SECRET, transcode, upload, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
let named: TestUser;
let stranger: TestUser;
const ids: Record<string, string> = {};

beforeAll(async () => {
  catalog = await startCatalog();
  [named, stranger] = await Promise.all([
    catalog.issuer.signIn('user', 'nell'),
    catalog.issuer.signIn('user', 'sam'),
  ]);
  for (const visibility of ['public', 'registered', 'private']) {
    ids[visibility] = await upload(catalog, {
      title: `A ${visibility} song`,
      visibility,
      ...(visibility === 'private' ? { privateUserId: named.id } : {}),
    });
    await transcode(catalog);
  }
});
afterAll(() => catalog.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(catalog.url + path, { headers, method });

async function cookieOf(user: TestUser): Promise<{ cookie: string }> {
  const response = await get('/api/videos/', user.headers);
  const [pair] = (response.headers.get('set-cookie') ?? '').split(';');
  return { cookie: pair ?? '' };
}

/** Returns the cookie as it is `seconds` after it was issued. */
async function agedCookie(user: TestUser, seconds: number): Promise<string> {
  const now = () => Date.now() - seconds * 1000;
  const cookies = createStreamCookies({ secret: STREAM_COOKIE_SECRET, secure: false, now });
  return (await cookies.issue(user)).split(';')[0] ?? '';
}

async function filesOf(id: string, headers: Record<string, string>): Promise<string[]> {
  const base = `/hls/${id}`;
  const media = await (await get(`${base}/480p/playlist.m3u8`, headers)).text();
  const segment = media.split('\n').find((line) => line.endsWith('.m4s'));
  const init = /URI="([^"]+)"/.exec(media)?.[1];
  const { data } = (await (await get(`/api/videos/${id}`, catalog.superadmin.headers)).json()) as {
    data: { video: { thumbnail: string } };
  };
  return [
    `${base}/master.m3u8`,
    `${base}/480p/playlist.m3u8`,
    `${base}/480p/${segment}`,
    `${base}/480p/${init}`,
    data.video.thumbnail,
    `${base}/rights`,
  ];
}

describe('access to streams', () => {
  it('a video is streamed by its id in upper and lower case', async () => {
    const id = ids['public'] ?? '';
    for (const path of await filesOf(id, {}))
      expect([path, (await get(path.replace(id, id.toUpperCase()))).status]).toEqual([path, 200]);
  });

  it.each([
    ['public', [200, 200, 200, 200]],
    ['registered', [404, 200, 200, 200]],
    ['private', [404, 404, 200, 200]],
  ] as const)(
    'a %s video: nobody, a stranger, the named user, the uploader',
    async (visibility, expected) => {
      const id = ids[visibility] ?? '';
      const files = await filesOf(id, catalog.superadmin.headers);
      const viewers = [
        {},
        await cookieOf(stranger),
        await cookieOf(named),
        await cookieOf(catalog.superadmin),
      ];
      for (const [index, headers] of viewers.entries()) {
        for (const file of files)
          expect({ file, status: (await get(file, headers)).status }).toEqual({
            file,
            status: expected[index],
          });
        const page =
          index === 0 ? {} : [{}, stranger.headers, named.headers, catalog.superadmin.headers][index];
        expect((await get(`/api/videos/${id}/`, page)).status).toBe(expected[index]);
      }
    },
  );

  it('a hidden video looks like a missing one', async () => {
    const absent = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
    const answers = await Promise.all(
      [ids['private'] ?? '', absent].map(async (id) => {
        const response = await get(`/hls/${id}/master.m3u8`, stranger.headers);
        const { requestId, ...body } = (await response.json()) as { requestId: string };
        return { status: response.status, body, hasId: requestId.length > 0 };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });

  it('access to streams ends with the session', async () => {
    const leaving = await catalog.issuer.signIn('user');
    const cookie = await cookieOf(leaving);
    expect((await get(`/hls/${ids['registered']}/master.m3u8`, cookie)).status).toBe(200);
    catalog.issuer.sessions.set(leaving.sessionId, { active: false, role: undefined });
    expect((await get(`/hls/${ids['registered']}/master.m3u8`, cookie)).status).toBe(404);
  });

  it('the stream cookie is refused for other calls, and a forged one everywhere', async () => {
    const cookie = await cookieOf(catalog.superadmin);
    expect((await get('/api/admin/transcoding/status', cookie)).status).toBe(401);
    expect((await get(`/hls/${ids['registered']}/master.m3u8`, { cookie: `${cookie.cookie}x` })).status).toBe(
      404,
    );
  });

  it('the stream cookie is HttpOnly and same-site', async () => {
    const response = await get('/api/videos/', named.headers);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^larksong_stream=[^;]+; Path=\/hls\/; Max-Age=600; HttpOnly; SameSite=Strict$/),
      `larksong_stream_given=${named.sessionId}; Path=/api/; Max-Age=300; HttpOnly; SameSite=Strict`,
    ]);
    expect((await get('/api/videos/')).headers.get('set-cookie')).toBeNull();
  });
});

describe('the cookie of streams', () => {
  const cookiesOf = async (path: string, headers: Record<string, string>) =>
    (await get(path, headers)).headers.getSetCookie().map((one) => one.split(';')[0] ?? '');

  it('the stream cookie is set once on authenticated responses, until half of its lifetime is over or another user signs in', async () => {
    const someone = await catalog.issuer.signIn('user');
    const given = await cookiesOf('/api/videos', someone.headers);
    expect(given).toHaveLength(2);
    for (const cookie of given)
      expect(await cookiesOf('/api/videos', { ...someone.headers, cookie })).toEqual([]);
    const next = await catalog.issuer.signIn('user');
    expect(await cookiesOf('/api/videos', { ...next.headers, cookie: given.join('; ') })).toHaveLength(2);
    const aged = { ...someone.headers, cookie: await agedCookie(someone, 301) };
    expect(await cookiesOf('/api/videos', aged)).toHaveLength(2);
  });

  it('the stream cookie is never part of a cacheable response, and is renewed with playlists past half of its lifetime', async () => {
    for (const visibility of ['public', 'registered']) {
      const [master = '', playlist = '', ...objects] = await filesOf(ids[visibility] ?? '', named.headers);
      for (const [ageSeconds, expected] of [
        [270, 0],
        [301, 2],
      ] as const) {
        const cookie = await agedCookie(named, ageSeconds);
        for (const path of [master, playlist]) {
          const { status, headers } = await get(path, { cookie });
          expect([path, status, headers.getSetCookie().length]).toEqual([path, 200, expected]);
          expect(headers.get('cache-control')).toBe('private, no-cache');
        }
        for (const path of objects)
          for (const headers of [{ cookie }, named.headers]) {
            const answer = await get(path, headers);
            expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 200, []]);
          }
      }
    }
  });

  it('the stream cookie opens pictures for ten minutes and expires soon after', async () => {
    const files = await filesOf(ids['registered'] ?? '', named.headers);
    const picture = files.at(-1) ?? '';
    expect((await get(picture, { cookie: await agedCookie(named, 595) })).status).toBe(200);
    expect((await get(picture, { cookie: await agedCookie(named, 601) })).status).toBe(404);
  });

  it('the stream cookie is not renewed without a response from auth, and expires at its own time', async () => {
    const member = await catalog.issuer.signIn('user');
    catalog.issuer.sessions.delete(member.sessionId); // auth is away
    const path = `/hls/${ids['registered']}/master.m3u8`;
    const cookie = await agedCookie(member, 595);
    const byCookie = await get(path, { cookie });
    expect([byCookie.status, byCookie.headers.getSetCookie()]).toEqual([200, []]);
    for (const by of [path, '/api/videos']) {
      const byToken = await get(by, member.headers);
      expect([byToken.status, byToken.headers.getSetCookie()]).toEqual([200, []]);
    }
    catalog.issuer.sessions.set(member.sessionId, { active: true, role: 'user', isStale: true });
    expect((await get(path, { cookie })).headers.getSetCookie()).toEqual([]);
    expect((await get('/api/videos', member.headers)).headers.getSetCookie()).toEqual([]);
  });
});

describe('segments', () => {
  it('segments are sent in exact ranges, with an entity tag and cacheable for ever', async () => {
    const files = await filesOf(ids['public'] ?? '', {});
    const segment = files[2] ?? '';
    const whole = await get(segment);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.toString()).toBe('segment 480p 0');
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=86400, immutable',
      'accept-ranges': 'bytes',
    });
    const part = await get(segment, { range: 'bytes=8-11' });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '480p',
      `bytes 8-11/${bytes.length}`,
    ]);
    expect((await get(segment, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    const etag = whole.headers.get('etag') ?? '';
    expect((await get(segment, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(segment, { range: 'bytes=8-11', 'if-range': '"other"' })).status).toBe(200);
    const head = await get(segment, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
  });

  it.each([
    'source',
    '../source',
    '%2e%2e/source',
    '480p/',
    'audio',
    '720p/playlist.m3u8',
    '480p/1/init/x.mp4',
  ])('the name %s is never sent as a segment', async (name) => {
    const response = await get(`/hls/${ids['public']}/${name}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false });
  });
});
