import { ApiError, catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addManySongs, makeList, offerList, readList, readOverview, songsOf } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let member: TestTeacher;
let olive: TestTeacher;
let ids: string[];
beforeAll(async () => {
  service = await startCatalog();
  ids = await addManySongs(service, 220);
  [member, olive] = [
    await signIn(service, 'user'),
    await signIn(service, 'superadmin', { username: 'olive' }),
  ];
});
afterAll(() => service.stop());
beforeEach(() => service.db.deleteFrom('song_lists').execute());

const at = (id: string) => ({ params: { id } });
const add = (id: string, videoId: string, after?: string | null, by = member) =>
  by.call(catalog.addSongs, {
    ...at(id),
    body: { videoIds: [videoId], ...(after === undefined ? {} : { after }) },
  });

/** Returns the reasons of those calls that failed, and how many there are of each. */
async function countFailures(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(calls))
    if (result.status === 'rejected') {
      const { reason }: { reason: unknown } = result;
      const name = reason instanceof ApiError ? (reason.reason ?? reason.message) : String(reason);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  return counts;
}

const countDifferentRanks = async (id: string) =>
  (
    await sql<{ count: number }>`
      select count(distinct rank)::integer as count from song_list_songs where list_id = ${id}`.execute(
      service.db,
    )
  ).rows[0]?.count;

describe('a hundred changes at once', () => {
  it('that add different songs all count', async () => {
    const hundred = ids.slice(0, 100);
    const id = await makeList(member, { videoIds: ids.slice(100, 102) });
    const [first] = ids.slice(100, 102);
    const calls = hundred.map((videoId, n) => add(id, videoId, [undefined, null, first][n % 3]));
    expect(await countFailures(calls)).toEqual({});
    const list = await readList(member, id);
    expect(new Set(list.songs.map((song) => song.id))).toEqual(new Set(ids.slice(0, 102)));
    expect([list.songCount, list.version]).toEqual([102, 101]);
    expect(await countDifferentRanks(id)).toBe(102);
  });

  it('that add the same song add it once', async () => {
    const id = await makeList(member);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(id, ids[0]!)));
    expect(answers.reduce((sum, { data }) => sum + data.addedCount, 0)).toBe(1);
    expect(await songsOf(member, id)).toEqual([ids[0]]);
  });

  it('that move songs leave every song once', async () => {
    const hundred = ids.slice(0, 100);
    const id = await makeList(member, { videoIds: hundred });
    const { version } = await readList(member, id);
    const calls = hundred.map((videoId, n) =>
      member.call(catalog.moveSong, {
        params: { id, videoId },
        body: { after: n % 4 === 0 ? null : hundred[(n * 37 + 1) % 100]! },
      }),
    );
    expect(await countFailures(calls)).toEqual({});
    const list = await readList(member, id);
    expect(list.songs.map((song) => song.id).toSorted()).toEqual(hundred.toSorted());
    expect(list.version).toBe(version + 100);
    expect(await countDifferentRanks(id)).toBe(100);
  });

  it('of every kind, while songs are deleted, end without a deadlock, in a list as its songs are', async () => {
    const extra = await addManySongs(service, 20);
    const lists = [
      await makeList(member, { videoIds: extra }),
      await makeList(member, { videoIds: extra.toReversed() }),
    ];
    const removals = extra.slice(0, 10).map((videoId) => olive.call(catalog.deleteVideo, at(videoId)));
    const changes = lists.flatMap((id) =>
      extra
        .slice(10)
        .flatMap((videoId, n) => [
          member.call(catalog.moveSong, { params: { id, videoId }, body: { after: extra[n]! } }),
          add(id, ids[n]!),
          member.call(catalog.removeSong, { params: { id, videoId: ids[n]! } }),
        ]),
    );
    expect(await countFailures([...removals, ...changes])).toEqual({});
    for (const id of lists) {
      const { rows } = await sql<{ song_count: number; count: number }>`
        select song_count, (select count(*)::integer from song_list_songs where list_id = id) as count
        from song_lists where id = ${id}`.execute(service.db);
      expect(rows[0]?.song_count).toBe(rows[0]?.count);
      const songs = await songsOf(member, id);
      expect(extra.slice(10).every((videoId) => songs.includes(videoId))).toBe(true);
      expect(extra.slice(0, 10).some((videoId) => songs.includes(videoId))).toBe(false);
    }
  });
});

describe('a limit', () => {
  it('of songs holds when it is reached by several calls at once, and none is added in part', async () => {
    const id = await makeList(member, { videoIds: ids.slice(0, 195) });
    const calls = ids.slice(195, 215).map((videoId) => add(id, videoId));
    expect(await countFailures(calls)).toEqual({ 'list.full': 15 });
    expect((await readList(member, id)).songCount).toBe(200);
    const more = member.call(catalog.addSongs, {
      ...at(id),
      body: { videoIds: [...ids.slice(215, 217)], after: null },
    });
    await expect(more).rejects.toMatchObject({ status: 409, reason: 'list.full' });
    expect((await add(id, ids[0]!)).data.addedCount).toBe(0);
  });

  it('of lists holds when it is reached by several calls at once', async () => {
    await sql`insert into song_lists (id, owner_id, name, description, sign, hue, letters)
      select gen_random_uuid(), ${member.id}, 'Many', '', 'sun', 'lake', '{}' from generate_series(1, 195)`.execute(
      service.db,
    );
    const deleted = await makeList(member);
    await member.call(catalog.deleteSongList, at(deleted));
    const calls = [
      ...Array.from({ length: 10 }, () => makeList(member)),
      member.call(catalog.restoreSongList, at(deleted)),
      ...Array.from({ length: 9 }, () => makeList(member)),
    ];
    expect(await countFailures(calls)).toEqual({ 'list.too-many': 15 });
    expect((await readOverview(member)).own.length).toBe(200);
  });

  it('of the site’s lists holds when it is reached by several calls at once', async () => {
    const own = await makeList(olive, { videoIds: [ids[0]!] });
    for (let n = 0; n < 20; n += 1) await olive.call(catalog.offerSongList, at(own));
    const calls = Array.from({ length: 10 }, () => olive.call(catalog.offerSongList, at(own)));
    expect(await countFailures(calls)).toEqual({ 'list.too-many-of-site': 6 });
    expect((await readOverview(olive)).site.length).toBe(24);
    await expect(offerList(olive)).rejects.toMatchObject({ status: 409 });
  });
});
