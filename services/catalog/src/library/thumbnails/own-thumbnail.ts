import { catalog } from '@larksong/contracts';
import { areObjectsHeld, newId, type Logger, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, VideoRow } from '../../db/tables.ts';
import { noteChanges } from '../approval/note-change.ts';
import { getChangeable } from '../videos/get-changeable.ts';
import { thumbnailOf, toOwnThumbnailPath } from '../videos/media-paths.ts';
import { toSubject } from '../videos/video.ts';
import { toThumbnail } from './picture.ts';
import { saveOwnThumbnail } from './store.ts';

export interface ThumbnailDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
}

interface By {
  editor: Viewer;
  record: RecordChange;
}

/**
 * Stores an uploaded picture as the video's own thumbnail and returns its public path. Throws the errors of
 * `getChangeable` and of `toThumbnail`.
 */
export async function putOwnThumbnail(
  deps: ThumbnailDeps,
  picture: { videoId: string; bytes: Buffer },
  by: By,
): Promise<string> {
  const { videoId } = picture;
  const id = newId();
  const key = catalog.ownThumbnailKey(videoId, id);
  await deps.storage.put(key, await toThumbnail(picture.bytes), { contentType: 'image/jpeg' });
  try {
    await exchange(deps, { videoId, pictureId: id }, by);
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
  by: By,
): Promise<string | null> {
  const before = await exchange(deps, { videoId, pictureId: null }, by);
  return thumbnailOf({ ...before, id: videoId, own_thumbnail_id: null });
}

async function exchange(
  deps: ThumbnailDeps,
  { videoId, pictureId }: { videoId: string; pictureId: string | null },
  { editor, record }: By,
): Promise<Pick<VideoRow, 'extras' | 'own_thumbnail_id'>> {
  const { before, isKept } = await deps.db.transaction().execute(async (trx) => {
    const video = await getChangeable(trx, videoId, editor);
    await saveOwnThumbnail(trx, videoId, pictureId);
    const old = video.own_thumbnail_id;
    const change = { field: 'thumbnail' as const, before: old, after: pictureId };
    const kept = await noteChanges(trx, { video, editor, changes: old === pictureId ? [] : [change] });
    const action = pictureId === null ? 'video.delete-thumbnail' : 'video.put-thumbnail';
    await record(trx, { action, subject: toSubject(video) });
    return { before: video, isKept: kept };
  });
  if (before.own_thumbnail_id !== null && !isKept)
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
