import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Trx } from '../../db/tables.ts';

export interface PictureRow {
  extras: catalog.Extras | null;
  own_thumbnail_id: string | null;
}

/**
 * Sets or clears a video's own thumbnail. Returns the video's title and previous pictures; undefined if there is no such video.
 */
export async function replaceOwnThumbnail(
  trx: Trx,
  videoId: string,
  pictureId: string | null,
): Promise<(PictureRow & { title: string }) | undefined> {
  const before = await trx
    .selectFrom('videos')
    .select(['extras', 'own_thumbnail_id', 'title'])
    .where('id', '=', videoId)
    .forUpdate()
    .executeTakeFirst();
  if (before)
    await trx
      .updateTable('videos')
      .set({ own_thumbnail_id: pictureId, updated_at: sql`now()` })
      .where('id', '=', videoId)
      .execute();
  return before;
}
