import { catalog } from '@larksong/contracts';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import type { TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { changeAccess } from '../src/site-access/change-access.ts';
import { openSiteAccess } from '../src/site-access/known-access.ts';
import { callerOf } from './library.ts';
import { callAs } from './parts.ts';
import { startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
let song: string;
let files: string[];

beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
  song = await upload(service, { title: 'Moonlit ducks', letters: '["M"]' });
  await transcode(service);
  const tags = [{ tagType: 'grade' as const, tagValue: 'Grade 1' }];
  await asSuperadmin(catalog.addVideoTags, { params: { id: song }, body: { tags } });
  files = await listFiles();
});
afterAll(() => service.stop());
beforeEach(() => put({ visitors: 'everybody', game: 'everybody' }));

const call = callerOf(() => service);
const asSuperadmin: ReturnType<typeof callAs> = (...given) => callAs(service)(...given);
const put = async (body: { visitors?: catalog.Visitors; game?: catalog.Visitors }) =>
  (await asSuperadmin(catalog.putSiteAccess, { body })).data.choice;
const shown = async () => (await asSuperadmin(catalog.getSiteAccess, {})).data.access;
const statusOf = async (path: string, headers = {}) => (await fetch(service.url + path, { headers })).status;

/** Returns a master playlist, a playlist, a segment and the pictures of the song. */
async function listFiles(): Promise<string[]> {
  const base = `/hls/${song}`;
  const media = await (await fetch(`${service.url}${base}/480p/playlist.m3u8`)).text();
  const segment = media.split('\n').find((line) => line.endsWith('.m4s'));
  const { thumbnail } = await call.video(song, service.superadmin.headers);
  return [`${base}/master.m3u8`, `${base}/480p/playlist.m3u8`, `${base}/480p/${segment}`, `${thumbnail}`];
}

const LISTS = [
  '/api/videos',
  '/api/videos?sort=most_viewed',
  '/api/videos?q=moonlit',
  '/api/videos?q=moonlti',
  '/api/videos?grade=Grade%201',
  '/api/videos?letter=M',
];

describe('a closed site', () => {
  it('visitors find, open, count and stream nothing of a public video, as if it did not exist', async () => {
    for (const path of LISTS) expect([path, await call.titles(path)]).toEqual([path, ['Moonlit ducks']]);
    for (const path of files) expect([path, await statusOf(path)]).toEqual([path, 200]);
    const open = { body: { watchedDuration: 0 } };
    expect((await call.send('POST', `/api/videos/${song}/view`, open)).status).toBe(200);

    await put({ visitors: 'nobody' });
    for (const path of LISTS) expect([path, await call.titles(path)]).toEqual([path, []]);
    for (const path of [
      ...files,
      `/hls/${song}/rights`,
      `/api/videos/${song}`,
      `/api/videos/${song}/related`,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect((await call.get('/api/admin/videos/tags/values?type=grade')).body.data).toEqual({ values: [] });
    expect((await call.get('/api/videos/chips')).body.data).toEqual({ chips: [] });
    // The answer to an earlier report is not repeated.
    expect((await call.send('POST', `/api/videos/${song}/view`, open)).status).toBe(404);
    const later = { body: { watchedDuration: 10 } };
    expect((await call.send('POST', `/api/videos/${song}/view`, later)).status).toBe(404);
  });

  it('signed-in people see everything as before, but no shared cache may keep it', async () => {
    const rights = async () => (await call.get(`/hls/${song}/rights`, member.headers)).body.data;
    expect(await rights()).toMatchObject({ isPublic: true });
    await put({ visitors: 'nobody' });
    for (const path of LISTS)
      expect([path, await call.titles(path, member.headers)]).toEqual([path, ['Moonlit ducks']]);
    for (const path of files) expect([path, await statusOf(path, member.headers)]).toEqual([path, 200]);
    expect(await rights()).toMatchObject({ isPublic: false });
    expect((await call.video(song, member.headers)).visibility).toBe('public');
  });

  it('the game stays open unless a second choice closes it, which counts on a closed site only', async () => {
    expect(await shown()).toEqual({ visitors: 'everybody', game: 'everybody' });
    await put({ game: 'nobody' });
    expect(await shown()).toEqual({ visitors: 'everybody', game: 'everybody' });
    await put({ visitors: 'nobody' });
    expect(await shown()).toEqual({ visitors: 'nobody', game: 'nobody' });
    await put({ game: 'everybody' });
    expect(await shown()).toEqual({ visitors: 'nobody', game: 'everybody' });
  });

  it('the metrics say whether the songs and the game are closed', async () => {
    const read = async () => {
      const body = await (await fetch(`${service.url}/metrics`)).text();
      return [...body.matchAll(/^catalog_closed\{.*part="(\w+)".*\} (\d)$/gm)].map(([, part, value]) => [
        part,
        value,
      ]);
    };
    expect(await read()).toEqual([
      ['songs', '0'],
      ['game', '0'],
    ]);
    await put({ visitors: 'nobody' });
    expect(await read()).toEqual([
      ['songs', '1'],
      ['game', '0'],
    ]);
  });

  it('each change leaves one entry in the audit log', async () => {
    await put({ visitors: 'nobody' });
    await put({ visitors: 'everybody' });
    const { entries } = (await asSuperadmin(catalog.listVideoChanges, { query: { limit: 2 } })).data;
    const [open, closed] = [
      { visitors: 'everybody', game: 'everybody' },
      { visitors: 'nobody', game: 'everybody' },
    ];
    expect(entries).toMatchObject([
      { action: 'site.open', before: closed, after: open },
      { action: 'site.close', before: open, after: closed },
    ]);
  });

  it('another catalog notices the change within two seconds', async () => {
    const other = await openSiteAccess(service.db, {});
    expect(await other.toVideoViewer(null)).toEqual({ kind: 'visitor' });
    await put({ visitors: 'nobody' });
    await expect.poll(() => other.toVideoViewer(null), { timeout: 2000 }).toEqual({ kind: 'stranger' });
  });

  it('the environment takes precedence over the choices of superadmins, who cannot change it', async () => {
    const { decided, get } = await openSiteAccess(service.db, { SITE_VISITORS: 'nobody' });
    expect(await get()).toEqual({ visitors: 'nobody', game: 'everybody' });
    const change = (changes: Parameters<typeof put>[0]) =>
      changeAccess(service.db, { decided, changes }, recordAs(COMMAND_LINE));
    await expect(change({ visitors: 'everybody' })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'site.access-decided',
    });
    expect(await change({ game: 'nobody' })).toEqual({
      visitors: 'nobody',
      game: 'nobody',
      links: 'nobody',
      decided: { visitors: true, game: false },
    });
  });

  it('a closed site leaves a mark for versions that would open it, which says what to do', async () => {
    const listMarks = async () => {
      const { rows } = await sql<{ name: string }>`
        select name from kysely_migration where name ~ '^[0-9]+-narrow-'`.execute(service.db);
      return rows.map(({ name }) => name);
    };
    const toGoBack = [expect.stringContaining('larksong config --open-to-everybody')];
    expect(await listMarks()).toEqual([]);
    await put({ visitors: 'nobody' });
    expect(await listMarks()).toEqual(toGoBack);
    await put({ visitors: 'everybody' });
    expect(await listMarks()).toEqual([]);
    await openSiteAccess(service.db, { SITE_VISITORS: 'nobody' });
    expect(await listMarks()).toEqual(toGoBack);
  });
});
