import type { Caption } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Trx } from '../db/schema.ts';

/** Takes the subtitles' place in their language; gives the id of those that were there. The video must be there. */
export async function replaceCaption(
  trx: Trx,
  caption: { id: string; videoId: string; language: string; label: string },
): Promise<string | undefined> {
  const old = await trx
    .deleteFrom('video_captions')
    .where('video_id', '=', caption.videoId)
    .where('language', '=', caption.language)
    .returning('id')
    .executeTakeFirst();
  await trx
    .insertInto('video_captions')
    .values({
      id: caption.id,
      video_id: caption.videoId,
      language: caption.language,
      label: caption.label,
    })
    .execute();
  return old?.id;
}

/** Whether there were any. */
export async function deleteCaption(trx: Trx, of: { id: string; videoId: string }): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('video_captions')
    .where('id', '=', of.id)
    .where('video_id', '=', of.videoId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** What hangs on a video is changed by one transaction at a time; false when there is no such video. */
export async function lockVideo(trx: Trx, videoId: string): Promise<boolean> {
  const video = await trx
    .updateTable('videos')
    .set({ updated_at: sql`now()` })
    .where('id', '=', videoId)
    .executeTakeFirst();
  return video.numUpdatedRows > 0n;
}

/** Subtitles as rows have them; `toCaption` makes the contract's form. */
export type CaptionRow = Pick<Caption, 'id' | 'language' | 'label'>;
