import type { Db, VideoRow } from '../db/tables.ts';
import { ACCESS_COLUMNS } from '../library/videos/visibility.ts';

type AccessRow = Pick<VideoRow, 'id' | (typeof ACCESS_COLUMNS)[number]>;

/** Returns what decides who sees the songs of a list, in order. */
export async function listAccessRows(db: Db, listId: string): Promise<AccessRow[]> {
  return db
    .selectFrom('song_list_songs')
    .innerJoin('videos', 'videos.id', 'song_list_songs.video_id')
    .select(['videos.id', ...ACCESS_COLUMNS])
    .where('list_id', '=', listId)
    .orderBy('rank')
    .orderBy('videos.id')
    .execute();
}
