import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import type { VideoViewer } from '../library/videos/viewer.ts';
import { shownTo } from './visibility-store.ts';

/** Returns how many suggestions wait for each of these lists, of songs that the viewer would see in them. */
export async function countWaiting(
  db: Db,
  listIds: string[],
  viewer: VideoViewer,
): Promise<Map<string, number>> {
  if (listIds.length === 0) return new Map();
  const { rows } = await sql<{ listId: string; count: number }>`
    select suggestions.list_id as "listId", count(*)::integer as count
    from list_suggestions suggestions left join listings on listings.video_id = suggestions.video_id
    where suggestions.list_id = any(${listIds}::uuid[]) and suggestions.state = 'waiting'
      and (suggestions.video_id is null or ${shownTo(viewer)})
    group by 1`.execute(db);
  return new Map(rows.map(({ listId, count }) => [listId, count]));
}
