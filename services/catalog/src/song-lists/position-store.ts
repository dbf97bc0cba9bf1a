import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

/** Saves the song that a user plays in a list, replacing the one before; does nothing if it is not in the list. */
export async function savePosition(
  db: Db,
  { userId, listId, videoId }: { userId: string; listId: string; videoId: string },
): Promise<void> {
  await sql`
    insert into song_list_positions (user_id, list_id, video_id)
    select ${userId}::uuid, list_id, video_id from song_list_songs
    where list_id = ${listId} and video_id = ${videoId} for key share
    on conflict (user_id, list_id) do update set video_id = excluded.video_id, at = now()`.execute(db);
}

/** Returns the song that a user last played in a list; null if there is none, or if it has left the list. */
export async function findPosition(db: Db, userId: string, listId: string): Promise<string | null> {
  const row = await db
    .selectFrom('song_list_positions')
    .select('video_id')
    .where('user_id', '=', userId)
    .where('list_id', '=', listId)
    .executeTakeFirst();
  return row?.video_id ?? null;
}
