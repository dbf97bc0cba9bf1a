import type { catalog } from '@larksong/contracts';

import type { Trx } from '../../db/tables.ts';
import { touchVideo } from '../videos/store.ts';

/**
 * Saves subtitles in place of those in the same language. Returns the id of the replaced ones, or undefined. The caller
 * has locked the video.
 */
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
  await touchVideo(trx, caption.videoId);
  return old?.id;
}

/** Deletes subtitles; returns false if they do not exist. The caller has locked the video. */
export async function deleteCaption(trx: Trx, of: { id: string; videoId: string }): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('video_captions')
    .where('id', '=', of.id)
    .where('video_id', '=', of.videoId)
    .executeTakeFirst();
  const isDeleted = deleted.numDeletedRows > 0n;
  if (isDeleted) await touchVideo(trx, of.videoId);
  return isDeleted;
}

/** Subtitles as rows contain them; `toCaption` maps them to the contract. */
export type CaptionRow = Pick<catalog.Caption, 'id' | 'language' | 'label'>;
