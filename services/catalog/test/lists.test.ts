import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listFirst, visibleTo } from '../src/library/listings/store.ts';
import { encodeCursor } from '../src/library/videos/cursor.ts';
import { toAccountViewer, type VideoViewer } from '../src/library/videos/viewer.ts';
import { canFind, toAccessRules } from '../src/library/videos/visibility.ts';
import { addSong, callerOf, readAll, type Headers, type Song, type State } from './library.ts';
import { guestsBy } from './guests.ts';
import { FILTERS, pairsOf } from './list-kinds.ts';
import { startCatalog, type TestCatalog } from './support.ts';
let service: TestCatalog;
let member: TestUser;
let named: TestUser;
let uploader: TestUser;
beforeAll(async () => {
  service = await startCatalog();
  [member, named, uploader] = [
    await service.issuer.signIn(),
    await service.issuer.signIn(),
    await service.issuer.signIn(),
  ];
});
afterAll(() => service.stop());
beforeEach(() => service.db.deleteFrom('videos').execute());
const call = callerOf(() => service);

const STATES: State[] = ['processing', 'playable', 'completed', 'failed'];
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

/** Creates a video in each state and visibility, and titles it by them. */
async function addOneOfEach(song: Song = {}): Promise<void> {
  for (const visibility of catalog.VISIBILITIES)
    for (const state of STATES)
      await addSong(service, {
        ...song,
        title: `${visibility} ${state}`,
        visibility,
        state,
        privateUserId: named.id,
        uploaderId: uploader.id,
      });
}

const OPEN = ['public completed', 'public playable'];
const MEMBERS = [...OPEN, 'registered completed', 'registered playable'];
const ALL = ['private completed', 'private playable', ...MEMBERS];

function everybody(): [string, Headers, string[]][] {
  return [
    ['a visitor', {}, OPEN],
    ['a member', member.headers, MEMBERS],
    ['the named user', named.headers, ALL],
    ['the uploader', uploader.headers, ALL],
    ['a superadmin', service.superadmin.headers, ALL],
  ];
}

const cursorOf = (value: string) => encodeCursor({ value, id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1' });

describe('the visibility of videos', () => {
  it.each([
    ['the list', '/api/videos?'],
    ['the most viewed', '/api/videos?sort=most_viewed'],
    ['a search', '/api/videos?q=moonlit'],
    ['a misspelt search', '/api/videos?q=moonlti'],
    ['a tag', '/api/videos?grade=Grade%201'],
    ['a letter', '/api/videos?letter=M'],
    ['a search in the most viewed', '/api/videos?q=moonlit&sort=most_viewed&grade=Grade%201'],
  ])('each viewer finds the permitted videos in %s', async (_name, path) => {
    await addOneOfEach({ description: 'A moonlit song', tags: { grade: 'Grade 1' }, letters: ['M'] });
    for (const [who, headers, titles] of everybody())
      expect([who, (await call.titles(path, headers)).toSorted()]).toEqual([who, titles.toSorted()]);
  });

  it('each viewer finds the permitted videos in related videos, tag values and personal lists', async () => {
    await addOneOfEach({ tags: { grade: 'Grade 1' } });
    const start = await addSong(service, { title: 'Start', tags: { grade: 'Grade 1' } });
    await sql`
      insert into video_tags (video_id, tag_type, tag_value)
      select id, 'author', title from videos where title <> 'Start'`.execute(service.db);
    const people = [member, named, uploader, service.superadmin];
    for (const { id } of people) {
      await sql`insert into video_opinions (user_id, video_id, kind) select ${id}, id, 'like' from videos`.execute(
        service.db,
      );
      await sql`insert into watched_videos (user_id, video_id) select ${id}, id from videos`.execute(
        service.db,
      );
    }
    for (const [who, headers, titles] of everybody()) {
      const seen = titles.toSorted();
      expect([who, (await call.titles(`/api/videos/${start}/related`, headers)).toSorted()]).toEqual([
        who,
        seen,
      ]);
      const { body } = await call.get('/api/admin/videos/tags/values?type=author', headers);
      expect([who, body.data]).toEqual([who, { values: seen }]);
      if (who === 'a visitor') continue;
      for (const list of ['liked', 'watched'])
        expect([who, (await call.titles(`/api/videos/user/${list}/`, headers)).toSorted()]).toEqual([
          who,
          [...seen, 'Start'].toSorted(),
        ]);
      expect(await call.titles('/api/videos/user/unwatched', headers)).toEqual([]);
    }
  });

  it('visibility follows the same rule in SQL as in code, for all viewers and videos', async () => {
    const people = [member, named, uploader];
    for (const visibility of catalog.VISIBILITIES)
      for (const state of STATES)
        for (const { privateUserId, uploaderId } of pairsOf(people))
          for (const isWaiting of [false, true])
            await addSong(service, { visibility, state, privateUserId, uploaderId, isWaiting });
    const rows = await service.db.selectFrom('videos').selectAll().execute();
    const nobody = { id: randomUUID(), role: 'user' as const, teacher: null };
    const teachers = people.map((person) => ({ ...toAccountViewer(person), isTeacher: true }));
    const accounts = [...people, service.superadmin, nobody].map(toAccountViewer);
    const others: VideoViewer[] = [{ kind: 'stranger' }, { kind: 'visitor' }, ...guestsBy(accounts)];
    for (const viewer of [...others, ...accounts, ...teachers]) {
      const expected = rows.filter((row) => canFind(viewer, toAccessRules(row))).map(({ id }) => id);
      const { rows: found } = await sql<{ id: string }>`
        select video_id as id from listings where ${visibleTo(viewer)}`.execute(service.db);
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      for (const sort of ['newest', 'most_viewed'] as const) {
        const walked = await listFirst(service.db, { viewer, sort, query: null, after: null, limit: 1000 });
        expect(walked.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  it('visibility follows a change of state at once', async () => {
    const id = await addSong(service, { state: 'processing', tags: { grade: 'Grade 9' } });
    const values = async () => (await call.get('/api/admin/videos/tags/values?type=grade')).body.data;
    const set = (values: { status?: 'failed'; playable_at?: Date }) =>
      service.db.updateTable('videos').set(values).where('id', '=', id).execute();
    expect([await call.titles('/api/videos'), await values()]).toEqual([[], { values: [] }]);
    await set({ playable_at: new Date() });
    expect([await call.titles('/api/videos'), await values()]).toEqual([['Ducks'], { values: ['Grade 9'] }]);
    await set({ status: 'failed' });
    expect([await call.titles('/api/videos'), await values()]).toEqual([[], { values: [] }]);
  });
});

describe('the order of lists', () => {
  it('a list is sorted by newest or most viewed, then by id, and complete over its pages', async () => {
    for (let n = 0; n < 30; n += 1)
      await addSong(service, {
        createdAt: minute(n % 4),
        viewCount: n % 3,
        tags: { grade: 'Grade 1' },
        letters: ['A', 'B'],
        ...(n % 5 === 0 ? { visibility: 'private', privateUserId: named.id, uploaderId: uploader.id } : {}),
        ...(n % 5 === 1 ? { visibility: 'registered' } : {}),
      });
    const videos = await service.db.selectFrom('videos').selectAll().execute();
    const expected = (value: (video: (typeof videos)[number]) => number, ofAll: boolean) =>
      videos
        .filter(({ visibility }) => ofAll || visibility === 'public')
        .toSorted((a, b) => value(b) - value(a) || (a.id < b.id ? 1 : -1))
        .map(({ id }) => id);
    for (const [headers, ofAll] of [
      [{}, false],
      [named.headers, true],
      [uploader.headers, true],
      [service.superadmin.headers, true],
    ] as const)
      for (const filter of FILTERS) {
        expect(await readAll(call, `/api/videos?sort=newest${filter}`, headers)).toEqual(
          expected((video) => video.created_at.getTime(), ofAll),
        );
        expect(await readAll(call, `/api/videos?sort=most_viewed${filter}`, headers)).toEqual(
          expected((video) => video.view_count, ofAll),
        );
      }
  });

  it('a list stays complete while videos are added', async () => {
    const before = [];
    for (let n = 0; n < 15; n += 1) before.push(await addSong(service, { createdAt: minute(n) }));
    const first = await call.page('/api/videos?limit=7');
    await addSong(service, { createdAt: minute(100) });
    await addSong(service, { createdAt: minute(101) });
    const rest = await readAll(call, '/api/videos', {}, first.nextCursor);
    expect([...first.videos.map(({ id }) => id), ...rest].toReversed()).toEqual(before);
  });

  it.each([
    '/api/videos?limit=0',
    '/api/videos?cursor=',
    '/api/videos?cursor=WyIxIiwiLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0iXQ',
    '/api/videos/user/liked?limit=101',
    '/api/videos/user/watched?cursor=x',
    '/api/videos/user/unwatched?cursor=x',
    `/api/videos?q=${'x'.repeat(101)}`,
    '/api/videos?grade=',
    '/api/videos/1',
    '/api/videos/1/related',
    '/api/admin/videos/tags/values?type=mood',
    '/api/admin/videos/tags/values',
  ])('a list refuses %s with a sentence', async (path) => {
    const { status, body } = await call.get(path, member.headers);
    expect({ status, success: body.success }).toEqual({ status: 400, success: false });
    expect(body.message).toMatch(/\.$/);
    expect(body.requestId).toEqual(expect.any(String));
  });

  it.each([
    ['oldest', 'sort must be newest or most_viewed.'],
    [`most_viewed&cursor=${cursorOf('99999999999999')}`, 'cursor is invalid. Please load the list again.'],
  ])('a list in the order %s is refused: %s', async (query, message) => {
    expect(await call.get(`/api/videos?sort=${query}`)).toMatchObject({ status: 400, body: { message } });
  });

  it('a list accepts cursors up to the maximum value of each order', async () => {
    await addSong(service, { title: 'Ducks' });
    for (const [sort, value] of Object.entries({ most_viewed: '2147483647', newest: '999999999999999' }))
      expect(await call.titles(`/api/videos?sort=${sort}&cursor=${cursorOf(value)}`)).toEqual(['Ducks']);
  });
});

describe('a video in a list', () => {
  it('a video in a list has all its fields, some of them only for its uploader and superadmins', async () => {
    const key = (name: string) => `videos/x/1/extras/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1/${name}.jpg`;
    const id = await addSong(service, {
      visibility: 'private',
      privateUserId: named.id,
      uploaderId: uploader.id,
      state: 'playable',
      tags: { grade: 'Grade 1', author: 'Mrs Finch' },
    });
    const storyboard = { intervalSeconds: 5, columns: 6, rows: 6, tileWidth: 160, tileHeight: 90 };
    await service.db
      .updateTable('videos')
      .set({
        extras: JSON.stringify({
          thumbnailKey: key('thumbnail'),
          storyboard: { key: key('storyboard'), ...storyboard },
        }),
        started_at: new Date(Date.now() - 5.5 * 60_000),
      })
      .where('id', '=', id)
      .execute();
    const path = `/hls/${id}/extras/1/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1`;
    const forNamed = (await call.page('/api/videos', named.headers)).videos[0];
    expect(forNamed).toEqual({
      id,
      title: 'Ducks',
      description: '',
      visibility: 'private',
      privateUserId: null,
      status: 'processing',
      playable: true,
      thumbnail: `${path}/thumbnail.jpg`,
      storyboard: { url: `${path}/storyboard.jpg`, ...storyboard },
      ...{ captions: [], chapters: [], letters: [], language: null },
      ...{ duration: 20, width: null, height: null },
      viewCount: 0,
      likeCount: 0,
      userHasLiked: false,
      userHasDisliked: false,
      likedAt: null,
      resumeSeconds: null,
      uploader: { username: 'olive', displayName: null },
      tags: [
        { tagType: 'author', tagValue: 'Mrs Finch' },
        { tagType: 'grade', tagValue: 'Grade 1' },
      ],
      resolutions: ['360p'],
      ...{ processingError: null, processingReason: null },
      elapsedMinutes: 5,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    } satisfies catalog.Video);
    for (const { headers } of [uploader, service.superadmin])
      expect((await call.video(id, headers)).privateUserId).toBe(named.id);
  });

  it('a failed video shows its error to its uploader and superadmins, and is hidden from everyone else', async () => {
    const id = await addSong(service, { state: 'failed', uploaderId: uploader.id });
    for (const { headers } of [uploader, service.superadmin])
      expect(await call.video(id, headers)).toMatchObject({
        status: 'failed',
        playable: false,
        processingError: 'The file is cut off.',
        elapsedMinutes: null,
      });
    for (const headers of [{}, member.headers])
      for (const path of [`/api/videos/${id}`, `/api/videos/${id}/related`])
        expect(await call.get(path, headers)).toMatchObject({
          status: 404,
          body: { code: 'VIDEO_NOT_FOUND' },
        });
  });
});
