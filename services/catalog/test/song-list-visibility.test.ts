import { randomUUID } from 'node:crypto';

import { catalog, createClient, type Call } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, type Song } from './library.ts';
import { makeList, offerList, readList, readOverview, songsOf } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let member: TestTeacher;
let teacher: TestTeacher;
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
  [member, teacher, olive] = [
    await signIn(service, 'user'),
    await signIn(service, 'teacher'),
    await signIn(service, 'superadmin', { username: 'olive' }),
  ];
});

const at = (id: string) => ({ params: { id } });

/** Adds a song with a picture. */
async function addPictured(song: Song): Promise<string> {
  const id = await addSong(service, song);
  await sql`update videos set own_thumbnail_id = ${randomUUID()} where id = ${id}`.execute(service.db);
  return id;
}

const change = (id: string, changes: Record<string, string | null>) =>
  service.db.updateTable('videos').set(changes).where('id', '=', id).execute();

describe('a list of the site', () => {
  it('shows, counts and pictures for each viewer the songs that this viewer sees', async () => {
    const kinds: Record<string, Song> = {
      failed: { state: 'failed' },
      processing: { state: 'processing' },
      waiting: { uploaderId: teacher.id, isWaiting: true },
      public: {},
      registered: { visibility: 'registered' },
      ofMember: { visibility: 'private', privateUserId: member.id, state: 'playable' },
      ofTeacher: { visibility: 'private', uploaderId: teacher.id },
      secret: { visibility: 'private' },
    };
    const ids: Record<string, string> = {};
    for (const [kind, song] of Object.entries(kinds)) ids[kind] = await addPictured(song);
    const id = await offerList(olive, { videoIds: Object.values(ids) });
    await olive.call(catalog.addSongs, { ...at(id), body: { videoIds: Object.values(ids) } });
    const expected: [{ call: Call }, string[], number][] = [
      [visitor, ['public'], 0],
      [member, ['public', 'registered', 'ofMember'], 0],
      [teacher, ['public', 'registered', 'ofTeacher'], 0],
      [olive, ['public', 'registered', 'ofMember', 'ofTeacher', 'secret'], 2],
    ];
    for (const [viewer, shown, hiddenCount] of expected) {
      const list = await readList(viewer, id);
      const of = (videoId: string) => Object.keys(ids).find((kind) => ids[kind] === videoId);
      expect(list.songs.map((song) => of(song.id))).toEqual(shown);
      const { songs, hiddenCount: hidden, version, position, ...card } = list;
      expect([hidden, position, typeof version]).toEqual([hiddenCount, null, 'number']);
      expect(songs.map((song) => song.thumbnail).slice(0, 3)).toEqual(card.covers);
      expect(card).toMatchObject({ songCount: shown.length, durationSeconds: 20 * shown.length });
      expect((await readOverview(viewer)).site).toEqual([card]);
    }
  });

  it('without a song that somebody sees is in the overviews of superadmins alone', async () => {
    const id = await offerList(olive, { videoIds: [await addSong(service, { visibility: 'registered' })] });
    expect((await readOverview(visitor)).site).toEqual([]);
    expect((await readOverview(member)).site).toMatchObject([{ id }]);
    await offerList(olive);
    expect((await readOverview(member)).site).toHaveLength(1);
    expect((await readOverview(olive)).site).toHaveLength(2);
  });

  it('does not exist for strangers on a closed site', async () => {
    const id = await offerList(olive, { videoIds: [await addSong(service)] });
    await olive.call(catalog.putSiteAccess, { body: { visitors: 'nobody', game: 'nobody' } });
    try {
      await expect(readList(visitor, id)).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
      expect(await readOverview(visitor)).toEqual({ own: [], site: [], containing: [] });
      expect(await songsOf(member, id)).toHaveLength(1);
    } finally {
      await olive.call(catalog.putSiteAccess, { body: { visitors: 'everybody', game: 'everybody' } });
    }
  });
});

describe('a song that its viewer may no longer see', () => {
  it('leaves the list at once, is a number for its owner, and comes back in its place', async () => {
    const ids = [await addSong(service), await addSong(service), await addSong(service)];
    const [a = '', b = '', c = ''] = ids;
    const id = await makeList(member, { videoIds: ids });
    await member.call(catalog.recordListPosition, { ...at(id), body: { videoId: b } });
    const before = await readList(member, id);
    expect(before.position).toBe(b);
    for (const [away, back] of [
      [
        { visibility: 'private', private_user_id: olive.id },
        { visibility: 'public', private_user_id: null },
      ],
      [{ status: 'failed' }, { status: 'completed' }],
    ] as const) {
      await change(b, away);
      expect(await readList(member, id)).toMatchObject({
        ...{ songCount: 2, durationSeconds: 40, hiddenCount: 1, position: null, version: before.version },
        songs: [{ id: a }, { id: c }],
      });
      expect((await readOverview(member)).own).toMatchObject([{ songCount: 2, durationSeconds: 40 }]);
      await change(b, back);
      expect(await songsOf(member, id)).toEqual([a, b, c]);
    }
    expect((await readList(member, id)).position).toBe(b);
  });

  it('is gone for good if it was deleted, with the position in it', async () => {
    const [a, b] = [await addSong(service), await addSong(service)];
    const id = await makeList(member, { videoIds: [a, b] });
    await member.call(catalog.recordListPosition, { ...at(id), body: { videoId: b } });
    const { version } = await readList(member, id);
    await olive.call(catalog.deleteVideo, at(b));
    expect(await readList(member, id)).toMatchObject({
      ...{ songCount: 1, hiddenCount: 0, position: null, version: version + 1 },
      songs: [{ id: a }],
    });
  });

  it('is not copied, and nobody else learns of its number', async () => {
    const [a, b] = [await addSong(service), await addSong(service)];
    const id = await makeList(member, { videoIds: [a, b] });
    await change(b, { visibility: 'private', private_user_id: teacher.id });
    const copy = (await member.call(catalog.copySongList, at(id))).data.list;
    expect(await readList(member, copy.id)).toMatchObject({ songCount: 1, hiddenCount: 0 });
    const offered = (await olive.call(catalog.offerSongList, at(id))).data.list;
    expect(await readList(member, offered.id)).toMatchObject({ songCount: 1, hiddenCount: 0 });
    expect(await readList(teacher, offered.id)).toMatchObject({ songCount: 2, hiddenCount: 0 });
  });
});

describe('a song that waits for its approval', () => {
  it('does not exist in lists, not even as a number, until it is approved; then it is in its place', async () => {
    const waiting = await addSong(service, { uploaderId: teacher.id, isWaiting: true });
    const [a, b] = [await addSong(service), await addSong(service)];
    const id = await makeList(teacher, { videoIds: [a, waiting, b] });
    await expect(makeList(member, { videoIds: [waiting] })).rejects.toMatchObject({
      code: 'VIDEO_NOT_FOUND',
    });
    for (const viewer of [teacher, olive])
      expect(await readList(viewer, id)).toMatchObject({ songs: [{ id: a }, { id: b }], hiddenCount: 0 });
    const { version } = await readList(teacher, id);
    await teacher.call(catalog.saveSongOrder, { ...at(id), body: { version, videoIds: [b, a] } });
    const decide = (decision: 'approve' | 'send_back', revision: number) =>
      olive.call(catalog.decideApproval, {
        ...at(waiting),
        body: { decision, revision, ...(decision === 'send_back' ? { note: 'Louder.' } : {}) },
      });
    await decide('send_back', 0);
    expect(await songsOf(teacher, id)).toEqual([b, a]);
    await teacher.call(catalog.updateVideo, { ...at(waiting), body: { title: 'Louder' } });
    await decide('approve', 2);
    expect(await songsOf(teacher, id)).toEqual([b, a, waiting]);
  });
});

describe('the position in a list', () => {
  it('is one song per account and list, of lists that the account may read', async () => {
    const [a, b] = [await addSong(service), await addSong(service)];
    const id = await offerList(olive, { videoIds: [a, b] });
    const record = (by: TestTeacher, videoId: string) =>
      by.call(catalog.recordListPosition, { ...at(id), body: { videoId } });
    await record(member, a);
    await record(member, b);
    await record(teacher, a);
    await record(member, member.id);
    expect((await readList(member, id)).position).toBe(b);
    expect((await readList(teacher, id)).position).toBe(a);
    expect((await readList(visitor, id)).position).toBeNull();
    const own = await makeList(teacher, { videoIds: [a] });
    await expect(
      member.call(catalog.recordListPosition, { ...at(own), body: { videoId: a } }),
    ).rejects.toMatchObject({ code: 'LIST_NOT_FOUND' });
  });
});
