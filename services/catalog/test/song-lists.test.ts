import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong } from './library.ts';
import { addSongs as addAll, makeList, readList, readOverview, songsOf } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let member: TestTeacher;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
  member = await signIn(service, 'user', { username: 'mia' });
});

const addSongs = (count: number) => addAll(service, count);
const at = (id: string) => ({ params: { id } });
const song = (id: string, videoId: string) => ({ params: { id, videoId } });

describe('a list', () => {
  it('is made with its first songs, and shows them, what they amount to, and its look', async () => {
    const [one = '', two = ''] = await addSongs(2);
    const look = { name: ' Our\nsongs 🦆 ', description: ' For the car ', letters: ['b', 'A', 'a'] };
    const id = await makeList(member, { ...look, sign: 'car', hue: 'rose', videoIds: [two, one, two] });
    expect(await readList(member, id)).toMatchObject({
      ...{ name: 'Our songs 🦆', description: 'For the car', letters: ['A', 'B'], sign: 'car', hue: 'rose' },
      ...{ owner: 'viewer', songCount: 2, durationSeconds: 40, hiddenCount: 0, position: null },
      songs: [{ id: two }, { id: one }],
    });
    const { own, site, containing } = await readOverview(member, one);
    expect(own).toMatchObject([{ id, songCount: 2, durationSeconds: 40, owner: 'viewer' }]);
    expect([site, containing]).toEqual([[], [id]]);
  });

  it('without a sign and a hue gets others than the list before it', async () => {
    await makeList(member);
    await makeList(member);
    const { own } = await readOverview(member);
    expect(new Set(own.map(({ sign }) => sign)).size).toBe(2);
    expect(new Set(own.map(({ hue }) => hue)).size).toBe(2);
  });

  it.each([
    [{ name: ' \u200B ' }, 'list.name-missing'],
    [{ name: 'a\u0000b' }, 'list.name-characters'],
    [{ name: 'a'.repeat(201) }, 'list.name'],
    [{ description: 'a\u0007b' }, 'list.description-characters'],
    [{ description: 'a'.repeat(1001) }, 'list.description-too-long'],
    [{ letters: ['A', 'AB'] }, 'letter.several'],
    [{ letters: ['🐟'] }, 'letter.not-a-letter'],
  ])('with the look %j is refused: %s', async (look, reason) => {
    await expect(makeList(member, look)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', reason });
    const id = await makeList(member);
    const update = { ...at(id), body: look };
    await expect(member.call(catalog.updateSongList, update)).rejects.toMatchObject({ status: 400, reason });
  });

  it.each(['أغاني الصباح', '春天的歌', '👨‍👩‍👧 \u2067שירים\u2069', 'a'.repeat(200)])(
    'can be called %s',
    async (name) => {
      expect((await readList(member, await makeList(member, { name }))).name).toBe(name);
    },
  );

  it('is renamed and described without changing the version of its songs', async () => {
    const id = await makeList(member, { videoIds: await addSongs(1) });
    const { version } = await readList(member, id);
    const body = { name: 'Winter', description: 'Snow', sign: 'snow' as const, letters: ['S'] };
    const { data } = await member.call(catalog.updateSongList, { ...at(id), body });
    expect(data.list).toMatchObject({ ...body, songCount: 1 });
    expect(await readList(member, id)).toMatchObject({ ...body, version });
  });

  it('takes songs at its end, behind a song and at its beginning, each once', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = await addSongs(5);
    const id = await makeList(member, { videoIds: [a, b] });
    const add = (videoIds: string[], after?: string | null) =>
      member.call(catalog.addSongs, {
        ...at(id),
        body: { videoIds, ...(after === undefined ? {} : { after }) },
      });
    expect((await add([c, a])).data.addedCount).toBe(1);
    expect((await add([d, b], a)).data.addedCount).toBe(1);
    expect((await add([e], null)).data).toEqual({
      addedCount: 1,
      version: (await readList(member, id)).version,
    });
    expect(await songsOf(member, id)).toEqual([e, a, d, b, c]);
    const { version } = await readList(member, id);
    expect((await add([a, e])).data).toEqual({ addedCount: 0, version });
  });

  it('adds at its end behind a song that has left it', async () => {
    const [a = '', b = '', c = ''] = await addSongs(3);
    const id = await makeList(member, { videoIds: [a, b] });
    await member.call(catalog.removeSong, song(id, a));
    await member.call(catalog.addSongs, { ...at(id), body: { videoIds: [c], after: a } });
    expect(await songsOf(member, id)).toEqual([b, c]);
  });

  it('adds none of several songs if one is unknown or hidden from the caller', async () => {
    const [a = ''] = await addSongs(1);
    const secret = await addSong(service, { visibility: 'private' });
    const id = await makeList(member);
    for (const bad of [secret, member.id])
      await expect(
        member.call(catalog.addSongs, { ...at(id), body: { videoIds: [a, bad] } }),
      ).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
    await expect(makeList(member, { videoIds: [secret] })).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
    expect([await songsOf(member, id), (await readOverview(member)).own.length]).toEqual([[], 1]);
  });

  it('moves songs, also where no room is left between two', async () => {
    const ids = await addSongs(4);
    const [a = '', b = '', c = '', d = ''] = ids;
    const id = await makeList(member, { videoIds: ids });
    const move = (videoId: string, after: string | null) =>
      member.call(catalog.moveSong, { ...song(id, videoId), body: { after } });
    await move(d, null);
    expect(await songsOf(member, id)).toEqual([d, a, b, c]);
    await move(d, a);
    await move(a, a);
    expect(await songsOf(member, id)).toEqual([a, d, b, c]);
    for (let n = 0; n < 50; n += 1) await move(n % 2 ? b : d, a);
    expect(await songsOf(member, id)).toEqual([a, b, d, c]);
    await move(a, member.id);
    expect(await songsOf(member, id)).toEqual([b, d, c, a]);
    await expect(move(member.id, null)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  });

  it('removes a song, and one that is not in it without a failure', async () => {
    const [a = '', b = ''] = await addSongs(2);
    const id = await makeList(member, { videoIds: [a, b] });
    const { data } = await member.call(catalog.removeSong, song(id, a));
    expect((await member.call(catalog.removeSong, song(id, a))).data).toEqual(data);
    expect(await songsOf(member, id)).toEqual([b]);
  });
});

describe('a whole order', () => {
  it('is saved if the list is as it was', async () => {
    const [a = '', b = '', c = ''] = await addSongs(3);
    const id = await makeList(member, { videoIds: [a, b, c] });
    const { version } = await readList(member, id);
    const save = (body: { version: number; videoIds: string[] }) =>
      member.call(catalog.saveSongOrder, { ...at(id), body });
    const { data } = await save({ version, videoIds: [c, a, b] });
    expect(await readList(member, id)).toMatchObject({ ...data, songs: [{ id: c }, { id: a }, { id: b }] });
    for (const videoIds of [
      [a, a, b, c],
      [a, b, c, member.id],
    ])
      await expect(save({ ...data, videoIds })).rejects.toMatchObject({ reason: 'list.order-not-its-songs' });
  });

  it('that is stale is refused with the present one, and changes nothing', async () => {
    const [a = '', b = '', c = ''] = await addSongs(3);
    const id = await makeList(member, { videoIds: [a, b, c] });
    const { version } = await readList(member, id);
    await member.call(catalog.moveSong, { ...song(id, c), body: { after: null } });
    const before = await readList(member, id);
    const save = member.call(catalog.saveSongOrder, { ...at(id), body: { version, videoIds: [b, a, c] } });
    await expect(save).rejects.toMatchObject({
      ...{ status: 409, code: 'CONFLICT', reason: 'list.changed' },
      present: { version: version + 1, videoIds: [c, a, b] },
    });
    expect(await readList(member, id)).toEqual(before);
  });

  it('that lacks a song is refused, so that none is lost', async () => {
    const [a = '', b = ''] = await addSongs(2);
    const id = await makeList(member, { videoIds: [a, b] });
    const { version } = await readList(member, id);
    const save = member.call(catalog.saveSongOrder, { ...at(id), body: { version, videoIds: [b] } });
    await expect(save).rejects.toMatchObject({ status: 409, present: { version, videoIds: [a, b] } });
  });

  it('lets hidden songs keep their neighbours', async () => {
    const [a = '', b = '', c = '', d = ''] = await addSongs(4);
    const id = await makeList(member, { videoIds: [a, b, c, d] });
    await sql`update videos set visibility = 'private', private_user_id = uploader_id
      where id in (${a}, ${c})`.execute(service.db);
    const { version, hiddenCount } = await readList(member, id);
    expect(hiddenCount).toBe(2);
    await member.call(catalog.saveSongOrder, { ...at(id), body: { version, videoIds: [d, b] } });
    await sql`update videos set visibility = 'public', private_user_id = null`.execute(service.db);
    expect(await songsOf(member, id)).toEqual([a, d, b, c]);
  });
});
