import { sql } from 'kysely';

import type { Trx } from '../../db/tables.ts';

/** Sets or clears a video's own thumbnail. The caller has locked the video. */
export async function saveOwnThumbnail(trx: Trx, videoId: string, pictureId: string | null): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ own_thumbnail_id: pictureId, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}
