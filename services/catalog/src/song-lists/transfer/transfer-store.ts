import { sql } from 'kysely';

import type { Db } from '../../db/tables.ts';
import type { FiledSong } from './list-file.ts';

/** A list with the number of its songs. */
export interface ListedList {
  id: string;
  /** Null for a list of the site. */
  ownerId: string | null;
  name: string;
  songCount: number;
}

/** Returns all lists that are not deleted: those of the site in its order, then those of accounts. */
export async function listAllLists(db: Db): Promise<ListedList[]> {
  const { rows } = await sql<ListedList>`
    select id, owner_id as "ownerId", name, song_count as "songCount" from song_lists where deleted_at is null
    order by owner_id nulls first, site_rank, created_at, id`.execute(db);
  return rows;
}

/** Returns the songs of a list as a file names them, in order; one that needs an approval is not in lists. */
export async function listFiledSongs(db: Db, listId: string): Promise<FiledSong[]> {
  const { rows } = await sql<FiledSong>`
    select videos.title, nullif(videos.source_hash, '') as hash
    from song_list_songs songs join videos on videos.id = songs.video_id
    where songs.list_id = ${listId} and videos.approval is null
    order by songs.rank, songs.video_id`.execute(db);
  return rows;
}

export interface KnownSong {
  id: string;
  title: string;
  hash: string | null;
}

/** Returns the videos that have one of the hashes or titles, oldest first, without failed and pending ones. */
export async function listSongsLike(
  db: Db,
  { hashes, titles }: { hashes: string[]; titles: string[] },
): Promise<KnownSong[]> {
  const { rows } = await sql<KnownSong>`
    select id, title, nullif(source_hash, '') as hash from videos
    where (source_hash = any(${hashes}::text[]) or title = any(${titles}::text[]))
      and approval is null and status <> 'failed'
    order by created_at, id`.execute(db);
  return rows;
}
