import { catalog } from '@larksong/contracts';
import { AppError, newId, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../../db/tables.ts';
import { toOwnThumbnailPath, toThumbnailPath } from '../videos/media-paths.ts';
import { toThumbnail } from './picture.ts';
import { replaceOwnThumbnail, type PictureRow } from './store.ts';

export interface ThumbnailDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
}

/** The public path of a video's picture: the one that a superadmin gave, else the one taken from it, else null. */
export function thumbnailOf(video: PictureRow & { id: string }): string | null {
  if (video.own_thumbnail_id !== null) return toOwnThumbnailPath(video.id, video.own_thumbnail_id);
  return video.extras && toThumbnailPath(video.id, video.extras);
}

/**
 * Makes a video's own thumbnail of a picture file and gives its public path. Throws VIDEO_NOT_FOUND, and what
 * `toThumbnail` throws.
 */
export async function putOwnThumbnail(
  deps: ThumbnailDeps,
  picture: { videoId: string; bytes: Buffer },
): Promise<string> {
  const { videoId } = picture;
  const id = newId();
  const key = catalog.ownThumbnailKey(videoId, id);
  await deps.storage.put(key, await toThumbnail(picture.bytes), { contentType: 'image/jpeg' });
  try {
    await exchange(deps, videoId, id);
  } catch (error) {
    await removePicture(deps, key);
    throw error;
  }
  return toOwnThumbnailPath(videoId, id);
}

/** Goes back to the picture that was taken from the video and gives its path; null while there is none. */
export async function deleteOwnThumbnail(deps: ThumbnailDeps, videoId: string): Promise<string | null> {
  const before = await exchange(deps, videoId, null);
  return thumbnailOf({ ...before, id: videoId, own_thumbnail_id: null });
}

async function exchange(deps: ThumbnailDeps, videoId: string, pictureId: string | null): Promise<PictureRow> {
  const before = await deps.db.transaction().execute((trx) => replaceOwnThumbnail(trx, videoId, pictureId));
  if (!before) throw new AppError('VIDEO_NOT_FOUND');
  if (before.own_thumbnail_id !== null)
    await removePicture(deps, catalog.ownThumbnailKey(videoId, before.own_thumbnail_id));
  return before;
}

/** Removes a picture that nothing names any more; one that cannot be removed now goes with its video. */
async function removePicture({ storage, logger }: ThumbnailDeps, key: string): Promise<void> {
  try {
    await storage.delete(key);
  } catch (error) {
    logger.warn({ err: error, key }, 'a picture that nobody needs could not be removed');
  }
}
