import { catalog, createClient, type Call } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { deleteOldLists } from '../src/song-lists/store.ts';
import { addSong } from './library.ts';
import { addSongs as addAll, makeList, offerList, readList, readOverview } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let member: TestTeacher;
let other: TestTeacher;
let olive: TestTeacher;
let visitor: { call: Call };
beforeAll(async () => {
  service = await startCatalog();
  visitor = { call: createClient({ baseUrl: service.url }) };
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
  [member, other, olive] = [
    await signIn(service, 'user', { username: 'mia' }),
    await signIn(service, 'user', { username: 'ben' }),
    await signIn(service, 'superadmin', { username: 'olive' }),
  ];
});

const addSongs = (count: number) => addAll(service, count);
const at = (id: string) => ({ params: { id } });
const song = (id: string, videoId: string) => ({ params: { id, videoId } });

/** Moves the deletion of a list into the past. */
const passDays = (id: string, days: number) =>
  sql`update song_lists set deleted_at = deleted_at - make_interval(days => ${days}) where id = ${id}`.execute(
    service.db,
  );

const listEntries = async (action: string) =>
  (await olive.call(catalog.listVideoChanges, { query: { action } })).data.entries;

describe('a deleted list', () => {
  it('is gone at once, comes back with its songs and position, and for good after seven days', async () => {
    const [a = '', b = ''] = await addSongs(2);
    const id = await makeList(member, { videoIds: [a, b] });
    await member.call(catalog.recordListPosition, { ...at(id), body: { videoId: b } });
    const before = await readList(member, id);
    await member.call(catalog.deleteSongList, at(id));
    await expect(readList(member, id)).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    await expect(member.call(catalog.addSongs, { ...at(id), body: { videoIds: [a] } })).rejects.toMatchObject(
      { code: 'LIST_NOT_FOUND' },
    );
    expect((await readOverview(member, a)).own).toEqual([]);
    const listDeleted = async (by = member) => (await by.call(catalog.listDeletedLists, {})).data.lists;
    const [deleted] = await listDeleted();
    expect(deleted).toMatchObject({ id, name: 'Ours' });
    expect(Date.parse(deleted?.endsAt ?? '') - Date.parse(deleted?.deletedAt ?? '')).toBe(7 * 86_400_000);
    for (const someone of [other, olive]) {
      expect(await listDeleted(someone)).toEqual([]);
      await expect(someone.call(catalog.restoreSongList, at(id))).rejects.toMatchObject({
        code: 'LIST_NOT_FOUND',
      });
    }

    await passDays(id, 6);
    await member.call(catalog.restoreSongList, at(id));
    expect(await readList(member, id)).toEqual(before);
    await member.call(catalog.restoreSongList, at(id));

    await member.call(catalog.deleteSongList, at(id));
    await passDays(id, 7);
    expect(await listDeleted()).toEqual([]);
    await expect(member.call(catalog.restoreSongList, at(id))).rejects.toMatchObject({ status: 404 });
    const kept = await makeList(member);
    await member.call(catalog.deleteSongList, at(kept));
    await passDays(kept, 6);
    await deleteOldLists(service.db);
    const { rows } = await sql<{ id: string }>`select id from song_lists`.execute(service.db);
    expect(rows).toEqual([{ id: kept }]);
  });

  it('does not come back if there are as many lists as allowed', async () => {
    const id = await makeList(member);
    await member.call(catalog.deleteSongList, at(id));
    await sql`insert into song_lists (id, owner_id, name, description, sign, hue, letters)
      select gen_random_uuid(), ${member.id}, 'Many', '', 'sun', 'lake', '{}' from generate_series(1, 200)`.execute(
      service.db,
    );
    for (const attempt of [() => member.call(catalog.restoreSongList, at(id)), () => makeList(member)])
      await expect(attempt()).rejects.toMatchObject({ status: 409, reason: 'list.too-many' });
  });

  it('is kept only among the latest 200 of its owner', async () => {
    await sql`insert into song_lists (id, owner_id, name, description, sign, hue, letters, deleted_at)
      select gen_random_uuid(), ${member.id}, 'Old', '', 'sun', 'lake', '{}', now() - interval '1 day'
      from generate_series(1, 300)`.execute(service.db);
    await member.call(catalog.deleteSongList, at(await makeList(member)));
    const { lists } = (await member.call(catalog.listDeletedLists, {})).data;
    expect([lists.length, lists[0]?.name]).toEqual([200, 'Ours']);
  });
});

describe('a list of the site', () => {
  it('is a copy: later changes of its first maker do not reach it, and it stays', async () => {
    const [a = '', b = ''] = await addSongs(2);
    const id = await makeList(member, { name: 'Winter', videoIds: [a, b] });
    const { data } = await olive.call(catalog.offerSongList, at(id));
    await member.call(catalog.removeSong, song(id, a));
    await member.call(catalog.updateSongList, { ...at(id), body: { name: 'Mine' } });
    await member.call(catalog.deleteSongList, at(id));
    for (const viewer of [visitor, member, other, olive])
      expect(await readList(viewer, data.list.id)).toMatchObject({
        ...{ name: 'Winter', owner: 'site' },
        songs: [{ id: a }, { id: b }],
      });
    expect((await listEntries('list.offered'))[0]).toMatchObject({
      subject: { id: data.list.id, name: 'Winter' },
      after: { copyOf: id },
    });
  });

  it('is changed by superadmins alone, and every change is recorded', async () => {
    const [a = '', b = ''] = await addSongs(2);
    const id = await offerList(olive, { name: 'Winter', videoIds: [a] });
    const changes = (by: TestTeacher) => [
      () => by.call(catalog.updateSongList, { ...at(id), body: { name: 'Snow' } }),
      () => by.call(catalog.addSongs, { ...at(id), body: { videoIds: [b] } }),
      () => by.call(catalog.moveSong, { ...song(id, b), body: { after: null } }),
      () => by.call(catalog.saveSongOrder, { ...at(id), body: { version: 3, videoIds: [a, b] } }),
      () => by.call(catalog.removeSong, song(id, b)),
      () => by.call(catalog.deleteSongList, at(id)),
      () => by.call(catalog.restoreSongList, at(id)),
    ];
    for (const change of changes(member))
      await expect(change()).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    const before = (await listEntries('list.changed')).length;
    for (const change of changes(olive)) await change();
    expect((await listEntries('list.changed')).length - before).toBe(5);
    for (const action of ['list.deleted', 'list.restored'])
      expect((await listEntries(action))[0]).toMatchObject({ subject: { id, name: 'Snow' } });
    await expect(member.call(catalog.offerSongList, at(id))).rejects.toMatchObject({ status: 403 });
  });

  it('stands in the order that superadmins choose; others follow', async () => {
    const videoIds = await addSongs(1);
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) ids.push(await offerList(olive, { name, videoIds }));
    const [one = '', , three = ''] = ids;
    const names = async () => (await readOverview(visitor)).site.map(({ name }) => name);
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    await olive.call(catalog.saveSiteListOrder, { body: { listIds: [three, member.id, one, three] } });
    expect(await names()).toEqual(['Three', 'One', 'Two']);
    await olive.call(catalog.deleteSongList, at(three));
    await olive.call(catalog.restoreSongList, at(three));
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    expect((await listEntries('list.ordered'))[0]).toMatchObject({
      before: { order: ['One', 'Two', 'Three'] },
      after: { order: ['Three', 'One', 'Two'] },
    });
  });

  it('can be copied by everybody with an account, with what they see', async () => {
    const [a = ''] = await addSongs(1);
    const secret = await addSong(service, { visibility: 'private' });
    const id = await offerList(olive, { name: 'Winter', videoIds: [secret, a] });
    const { data } = await member.call(catalog.copySongList, at(id));
    expect(await readList(member, data.list.id)).toMatchObject({
      ...{ name: 'Winter', owner: 'viewer', hiddenCount: 0 },
      songs: [{ id: a }],
    });
  });
});

describe("somebody else's list", () => {
  it('is the same as none for members, and open to superadmins, which is recorded once', async () => {
    const id = await makeList(member, { name: 'Secret', videoIds: await addSongs(1) });
    for (const by of [other, visitor])
      await expect(readList(by, id)).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    await expect(other.call(catalog.copySongList, at(id))).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    expect(await readList(olive, id)).toMatchObject({ owner: 'other', songCount: 1, hiddenCount: 0 });
    await readList(olive, id); // as its page does every few seconds
    const openings = (await listEntries('list.opened')).filter(({ subject }) => subject?.id === id);
    expect(openings).toMatchObject([{ actor: { name: 'olive' }, subject: { id, name: 'Secret' } }]);
    await expect(
      olive.call(catalog.updateSongList, { ...at(id), body: { name: 'Taken' } }),
    ).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
  });

  it('is closed to superadmins whose role was just taken away', async () => {
    const id = await makeList(member);
    const siteId = await offerList(olive);
    service.issuer.sessions.set(olive.sessionId, { active: true, role: 'user', teacher: null });
    await expect(readList(olive, id)).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
    await expect(olive.call(catalog.deleteSongList, at(siteId))).rejects.toMatchObject({
      code: 'LIST_NOT_FOUND',
    });
  });
});
