import type { catalog } from '@larksong/contracts';

import type { Trx } from '../../db/tables.ts';
import { touchVideo } from '../videos/store.ts';

/** Takes the subtitles' place in their language; gives the id of those that were there. The video is locked by the caller. */
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

/** Whether there were any. The video is locked by the caller. */
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

/** Subtitles as rows have them; `toCaption` makes the contract's form. */
export type CaptionRow = Pick<catalog.Caption, 'id' | 'language' | 'label'>;
