import { randomUUID } from 'node:crypto';

import { catalog as calls } from '@larksong/contracts';
import { createTestLogger, type TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { sweepForgotten } from '../src/members/forget-member.ts';
import { addNotice } from '../src/transcoding/notices/store.ts';
import { addSong, callerOf } from './library.ts';
import { begin, callAs } from './parts.ts';
import { startCatalog, videoRow, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
let mira: TestUser;
const caller = callerOf(() => catalog);

beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  mira = await catalog.issuer.signIn('user', 'mira');
  await catalog.db.deleteFrom('forgotten_members').execute();
});

/** Reports an account as deleted and runs the round that this starts. */
async function forget(userId: string, deletesVideos = false): Promise<void> {
  await catalog.internal(calls.forgetMember, { body: { userId, deletesVideos } });
  await sweep();
}

const sweep = () => sweepForgotten({ ...catalog, logger: createTestLogger() });

/** Makes the next round due, as time does. */
const passTime = () => sql`update forgotten_members set next_sweep_at = now()`.execute(catalog.db);

/** Returns the names of the tables that contain an id, apart from the record of the deletion. */
async function tablesWith(id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'forgotten_members'`.execute(catalog.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.table(name)} as t where t::text like ${`%${id}%`} limit 1`.execute(catalog.db);
    if (hits.length > 0) found.push(name);
  }
  return found.toSorted();
}

async function useSongs(user: TestUser): Promise<{ liked: string; disliked: string }> {
  const [liked, disliked] = [await addSong(catalog), await addSong(catalog)];
  const call = callAs(catalog, user);
  await call(calls.likeVideo, { params: { id: liked } });
  await call(calls.dislikeVideo, { params: { id: disliked } });
  for (const watchedDuration of [0, 12])
    await call(calls.recordView, { params: { id: liked }, body: { watchedDuration } });
  return { liked, disliked };
}

/** Keeps what superadmins did for its own time, also after they have left. */
const AUDIT_LOG = 'audit_entries';

test('likes, watch history and private shares of a deleted account are gone, and others keep theirs', async () => {
  const { liked, disliked } = await useSongs(mira);
  const zoe = await catalog.issuer.signIn('user', 'zoe');
  await callAs(catalog, zoe)(calls.likeVideo, { params: { id: liked } });
  const shared = await addSong(catalog, { visibility: 'private', privateUserId: mira.id });
  const waiting = await addSong(catalog, { visibility: 'private', privateUserId: mira.id, isWaiting: true });
  expect(await tablesWith(mira.id)).toEqual(['listings', 'video_opinions', 'videos', 'watched_videos']);
  await forget(mira.id);
  expect(await tablesWith(mira.id)).toEqual([]);
  expect((await videoRow(catalog, liked)).like_count).toBe(1);
  expect((await videoRow(catalog, disliked)).like_count).toBe(0);
  expect((await caller.video(liked, zoe.headers)).userHasLiked).toBe(true);
  const pending = await videoRow(catalog, waiting);
  expect([pending.wanted_visibility, pending.wanted_private_user_id]).toEqual([
    'private',
    pending.uploader_id,
  ]);
  const row = await videoRow(catalog, shared);
  expect([row.visibility, row.private_user_id]).toEqual(['private', row.uploader_id]);
  expect((await caller.get(`/api/videos/${shared}`, mira.headers)).status).toBe(404);
});

test('the lists and positions of a deleted account are gone; those offered to the site stay', async () => {
  const song = await addSong(catalog);
  const call = callAs(catalog, mira);
  const olive = callAs(catalog, catalog.superadmin);
  const makeList = async () =>
    (await call(calls.createSongList, { body: { name: 'Ours', videoIds: [song] } })).data.list.id;
  const [own, gone] = [await makeList(), await makeList()];
  const { id } = (await olive(calls.offerSongList, { params: { id: own } })).data.list;
  await call(calls.recordListPosition, { params: { id }, body: { videoId: song } });
  await call(calls.deleteSongList, { params: { id: gone } });
  expect(await tablesWith(mira.id)).toEqual(['song_list_positions', 'song_lists']);
  expect((await call(calls.countOwnLists, {})).data).toEqual({ lists: 1, links: 0 });
  // A service from before lists only adds the row.
  await catalog.internal(calls.forgetMember, { body: { userId: mira.id, deletesVideos: false } });
  expect(await tablesWith(mira.id)).toEqual([]);
  await makeList();
  await sweep();
  expect(await tablesWith(mira.id)).toEqual([]);
  expect((await olive(calls.getSongList, { params: { id } })).data.list.songCount).toBe(1);
});

test('the videos of a deleted account stay without its name, also when its name was being refreshed', async () => {
  const uploaderId = randomUUID();
  const song = await addSong(catalog, { uploaderId, title: 'Kept' });
  const shared = await addSong(catalog, { uploaderId, visibility: 'private', privateUserId: mira.id });
  await forget(uploaderId);
  expect((await caller.video(song)).uploader).toEqual({ username: '', displayName: null });
  expect((await caller.video(shared, mira.headers)).id).toBe(shared);
  await sql`update uploaders set username = 'late' where id = ${uploaderId}`.execute(catalog.db);
  await passTime();
  await sweep();
  expect((await caller.video(song)).uploader.username).toBe('');
});

test('the videos of a deleted account are deleted if that was chosen, in every state', async () => {
  const uploaderId = randomUUID();
  const states = ['processing', 'playable', 'completed', 'failed'] as const;
  const songs = await Promise.all(states.map((state) => addSong(catalog, { uploaderId, state })));
  const other = await addSong(catalog);
  await forget(uploaderId, true);
  for (const id of songs) {
    expect((await caller.get(`/api/videos/${id}`, catalog.superadmin.headers)).status).toBe(404);
    expect(await tablesWith(id)).toEqual([AUDIT_LOG, 'tombstones']);
  }
  expect(await tablesWith(uploaderId)).toEqual([AUDIT_LOG]);
  expect((await caller.video(other)).uploader.username).toBe('olive');
});

test('unfinished uploads and notices of a deleted account are removed', async () => {
  const upload = await begin(catalog, 20_000_000);
  const song = await addSong(catalog);
  await catalog.db.transaction().execute((trx) => addNotice(trx, song, 'ready'));
  await forget(catalog.superadmin.id);
  expect(await tablesWith(upload.id)).toEqual([AUDIT_LOG]);
  expect(await catalog.db.selectFrom('notices').select('id').execute()).toEqual([]);
  expect(await catalog.storage.listUploads()).toEqual([]);
});

test('a call that was under way when the account was deleted leaves nothing behind for long', async () => {
  const { liked } = await useSongs(mira);
  await forget(mira.id);
  await callAs(catalog, mira)(calls.likeVideo, { params: { id: liked } });
  await passTime();
  await sweep();
  expect(await tablesWith(mira.id)).toEqual([]);
  expect((await videoRow(catalog, liked)).like_count).toBe(0);
});

test('a repeated report of a deleted account changes nothing, and the record goes after a day', async () => {
  const uploaderId = randomUUID();
  const song = await addSong(catalog, { uploaderId });
  await forget(uploaderId);
  await forget(uploaderId, true);
  expect((await caller.video(song)).id).toBe(song);
  await sql`update forgotten_members set forgotten_at = now() - interval '25 hours', sweep_count = 5`.execute(
    catalog.db,
  );
  await sweep();
  expect(await catalog.db.selectFrom('forgotten_members').select('user_id').execute()).toEqual([]);
});

test('only services report deleted accounts', async () => {
  const body = { userId: mira.id, deletesVideos: true };
  await expect(callAs(catalog)(calls.forgetMember, { body })).rejects.toMatchObject({ status: 404 });
});
