import { catalog } from '@larksong/contracts';
import { AppError, areObjectsHeld, newId, type Logger } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../../db/tables.ts';
import { thumbnailOf, toOwnThumbnailPath } from '../videos/media-paths.ts';
import { toThumbnail } from './picture.ts';
import { replaceOwnThumbnail, type PictureRow } from './store.ts';

export interface ThumbnailDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
}

/**
 * Stores an uploaded picture as the video's own thumbnail and returns its public path. Throws VIDEO_NOT_FOUND, and the
 * errors of `toThumbnail`.
 */
export async function putOwnThumbnail(
  deps: ThumbnailDeps,
  picture: { videoId: string; bytes: Buffer; record: RecordChange },
): Promise<string> {
  const { videoId } = picture;
  const id = newId();
  const key = catalog.ownThumbnailKey(videoId, id);
  await deps.storage.put(key, await toThumbnail(picture.bytes), { contentType: 'image/jpeg' });
  try {
    await exchange(deps, { videoId, pictureId: id, record: picture.record });
  } catch (error) {
    await removePicture(deps, key);
    throw error;
  }
  return toOwnThumbnailPath(videoId, id);
}

/** Deletes a video's own thumbnail and returns the path of the one taken from the video; null while there is none. */
export async function deleteOwnThumbnail(
  deps: ThumbnailDeps,
  videoId: string,
  record: RecordChange,
): Promise<string | null> {
  const before = await exchange(deps, { videoId, pictureId: null, record });
  return thumbnailOf({ ...before, id: videoId, own_thumbnail_id: null });
}

async function exchange(
  deps: ThumbnailDeps,
  { videoId, pictureId, record }: { videoId: string; pictureId: string | null; record: RecordChange },
): Promise<PictureRow> {
  const before = await deps.db.transaction().execute(async (trx) => {
    const replaced = await replaceOwnThumbnail(trx, videoId, pictureId);
    if (!replaced) throw new AppError('VIDEO_NOT_FOUND');
    const action = pictureId === null ? 'video.delete-thumbnail' : 'video.put-thumbnail';
    await record(trx, { action, subject: { id: videoId, name: replaced.title } });
    return replaced;
  });
  if (before.own_thumbnail_id !== null)
    await removePicture(deps, catalog.ownThumbnailKey(videoId, before.own_thumbnail_id));
  return before;
}

/**
 * Deletes an unreferenced picture. A picture that cannot be deleted now, or that a backup keeps, is deleted with its
 * video.
 */
async function removePicture({ db, storage, logger }: ThumbnailDeps, key: string): Promise<void> {
  try {
    if (!(await areObjectsHeld(db))) await storage.delete(key);
  } catch (error) {
    logger.warn({ err: error, key }, 'orphaned thumbnail could not be deleted');
  }
}
