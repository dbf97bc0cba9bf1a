import { sql } from 'kysely';

import type { Db, Trx, VideoRow } from '../db/tables.ts';
import type { VideoViewer } from '../library/videos/viewer.ts';
import { ACCESS_COLUMNS, canOpen, toAccessRules } from '../library/videos/visibility.ts';
import { RANK_GAP, type Gap } from './ranks.ts';
import { shownTo } from './visibility-store.ts';

/** A song of a list, for one viewer. */
export interface ListedSong {
  id: string;
  /** Whether the viewer sees it in the list. */
  isShown: boolean;
  /** Whether it needs an approval, so that it does not exist in lists. */
  isPending: boolean;
}

/** Returns all songs of a list, in order. */
export async function listSongs(db: Db | Trx, listId: string, viewer: VideoViewer): Promise<ListedSong[]> {
  const { rows } = await sql<ListedSong>`
    select songs.video_id as id, listings.is_pending as "isPending", ${shownTo(viewer)} as "isShown"
    from song_list_songs songs join listings on listings.video_id = songs.video_id
    where songs.list_id = ${listId}
    order by songs.rank, songs.video_id`.execute(db);
  return rows;
}

/** What the songs of a list that one viewer sees amount to. */
export interface ListSummary {
  songCount: number;
  durationSeconds: number;
  /** The first songs with a picture. */
  coverIds: string[];
}

/** Returns these of lists by id; those without a song that the viewer sees are missing. */
export async function summarizeLists(
  db: Db | Trx,
  listIds: string[],
  { viewer, covers }: { viewer: VideoViewer; covers: number },
): Promise<Map<string, ListSummary>> {
  if (listIds.length === 0) return new Map();
  const { rows } = await sql<ListSummary & { id: string }>`
    select songs.list_id as id, count(*)::integer as "songCount",
      coalesce(sum(videos.duration_seconds), 0)::float8 as "durationSeconds",
      coalesce((array_agg(videos.id order by songs.rank, videos.id)
        filter (where videos.own_thumbnail_id is not null or videos.extras is not null))[1:${sql.lit(covers)}],
        '{}') as "coverIds"
    from song_list_songs songs
    join listings on listings.video_id = songs.video_id
    join videos on videos.id = songs.video_id
    where songs.list_id = any(${listIds}::uuid[]) and ${shownTo(viewer)}
    group by songs.list_id`.execute(db);
  return new Map(rows.map(({ id, ...summary }) => [id, summary]));
}

/** Returns which of these lists contain a video. */
export async function listContaining(db: Db, listIds: string[], videoId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('song_list_songs')
    .select('list_id')
    .where('video_id', '=', videoId)
    .where('list_id', '=', sql<string>`any(${listIds}::uuid[])`)
    .execute();
  return rows.map((row) => row.list_id);
}

/** Locks videos against deletion until the transaction ends; returns the ids of those that the viewer may open. */
export async function holdOpenVideos(trx: Trx, ids: string[], viewer: VideoViewer): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('videos')
    .select(['id', ...ACCESS_COLUMNS])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.filter((row) => canOpen(viewer, toAccessRules(row))).map(({ id }) => id));
}

/** Adds songs at the end of a list that the caller has locked; returns the ids of those that were not in it. */
export async function appendSongs(trx: Trx, listId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into song_list_songs (list_id, video_id, rank)
    select ${listId}::uuid, id,
      (select coalesce(max(rank), 0) from song_list_songs where list_id = ${listId}) + number * ${sql.lit(RANK_GAP)}
    from unnest(${ids}::uuid[]) with ordinality as added (id, number)
    on conflict (list_id, video_id) do nothing
    returning video_id as id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Adds songs with their ranks to a list that the caller has locked; none of them is in it. */
export async function insertSongs(
  trx: Trx,
  listId: string,
  songs: { ids: string[]; ranks: number[] },
): Promise<void> {
  await sql`
    insert into song_list_songs (list_id, video_id, rank)
    select ${listId}::uuid, id, rank from unnest(${songs.ids}::uuid[], ${songs.ranks}::bigint[]) as added (id, rank)`.execute(
    trx,
  );
}

/** Returns which of the videos are in a list. */
export async function listKnown(trx: Trx, listId: string, ids: string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('song_list_songs')
    .select('video_id')
    .where('list_id', '=', listId)
    .where('video_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => row.video_id);
}

/**
 * Returns the ranks around the place behind a song, or at the beginning for null; `except` is left out. Undefined if the
 * song is not in the list.
 */
export async function findGap(
  trx: Trx,
  listId: string,
  { after, except = null }: { after: string | null; except?: string | null },
): Promise<Gap | undefined> {
  const others = sql`from song_list_songs where list_id = ${listId} and video_id is distinct from ${except}::uuid`;
  const { rows } = await (
    after === null
      ? sql<Gap>`select null as before, (select min(rank)::float8 ${others}) as behind`
      : sql<Gap>`
        select rank::float8 as before, (select min(rank)::float8 ${others} and rank > here.rank) as behind
        from song_list_songs here where list_id = ${listId} and video_id = ${after}`
  ).execute(trx);
  return rows[0];
}

/** Spreads the songs of a list that the caller has locked, in their order. */
export async function spreadSongs(trx: Trx, listId: string): Promise<void> {
  await sql`
    update song_list_songs set rank = spread.number * ${sql.lit(RANK_GAP)}
    from (
      select video_id, row_number() over (order by rank, video_id) as number
      from song_list_songs where list_id = ${listId}
    ) spread
    where list_id = ${listId} and song_list_songs.video_id = spread.video_id`.execute(trx);
}

/** Puts the songs of a list that the caller has locked in an order, which names all of them. */
export async function saveOrder(trx: Trx, listId: string, ids: string[]): Promise<void> {
  await sql`
    update song_list_songs set rank = placed.number * ${sql.lit(RANK_GAP)}
    from unnest(${ids}::uuid[]) with ordinality as placed (id, number)
    where list_id = ${listId} and video_id = placed.id`.execute(trx);
}

/** Moves a song of a list that the caller has locked. */
export async function saveRank(
  trx: Trx,
  { listId, videoId, rank }: { listId: string; videoId: string; rank: number },
): Promise<void> {
  await trx
    .updateTable('song_list_songs')
    .set({ rank })
    .where('list_id', '=', listId)
    .where('video_id', '=', videoId)
    .execute();
}

/** Removes a song from a list that the caller has locked; returns false if it was not in it. */
export async function deleteSong(trx: Trx, listId: string, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('song_list_songs')
    .where('list_id', '=', listId)
    .where('video_id', '=', videoId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns what the pictures of videos need. */
export async function findCovers(
  db: Db | Trx,
  ids: string[],
): Promise<Pick<VideoRow, 'id' | 'extras' | 'own_thumbnail_id'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('videos')
    .select(['id', 'extras', 'own_thumbnail_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}
