import { game } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import { newId } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/tables.ts';
import { lockItem } from '../items/lock-item.ts';
import { findItem, type LetterItem } from '../items/store.ts';
import { createSoundJob } from '../sounds/store.ts';
import { emptyFolders, keepFolder, noteFolder } from '../sweeps/store.ts';
import { toPicture } from './picture.ts';
import * as store from './store.ts';

export interface PutDeps {
  db: Db;
  storage: Storage;
}

/** Reads the whole body, within its limits. */
type Receive = () => Promise<Buffer>;

/**
 * Replaces the picture of an item's name and returns the item. Throws ITEM_NOT_FOUND, TOO_BUSY, and the errors of
 * `toPicture`.
 */
export async function putPicture(deps: PutDeps, itemId: string, receive: Receive): Promise<LetterItem> {
  await getItem(deps.db, itemId);
  return inPlaceForUploads(deps.storage, async () => {
    const body = await toPicture(await receive());
    return storeObject(
      deps,
      { itemId, file: 'picture.png', body, contentType: 'image/png' },
      async (trx, media) => {
        const before = await store.listFoldersOfName(trx, media, ['pictures']);
        await store.savePicture(trx, media);
        await emptyFolders(trx, before);
      },
    );
  });
}

/**
 * Stores a sound for preparation and returns its item. The previous sound plays until it is prepared; an earlier upload
 * that is not prepared yet is dropped. Throws ITEM_NOT_FOUND, TOO_BUSY, VALIDATION_FAILED for an empty file and
 * UNSUPPORTED_MEDIA_TYPE.
 */
export async function putSound(
  deps: PutDeps,
  upload: { itemId: string; requestId: string },
  receive: Receive,
): Promise<LetterItem> {
  await getItem(deps.db, upload.itemId);
  return inPlaceForUploads(deps.storage, async () => {
    const body = await receive();
    if (body.length === 0) throw new AppError('VALIDATION_FAILED', { message: 'The file is empty.' });
    if (!game.recognizeSound(body))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: game.SOUND_FORMAT_SENTENCE });
    const object = { itemId: upload.itemId, file: 'source', body, contentType: 'application/octet-stream' };
    return storeObject(deps, object, async (trx, media) => {
      await emptyFolders(trx, await store.listFoldersOfName(trx, media, ['sound_jobs']));
      await store.deleteMediaRows(trx, media, ['sound_jobs']);
      await createSoundJob(trx, { ...media, sizeBytes: body.length, requestId: upload.requestId });
    });
  });
}

/** Deletes the uploaded picture or sound of an item's name, if any, and returns the item. Throws ITEM_NOT_FOUND. */
export async function deleteMedia(db: Db, itemId: string, what: 'picture' | 'sound'): Promise<LetterItem> {
  const tables = what === 'picture' ? (['pictures'] as const) : (['sounds', 'sound_jobs'] as const);
  return db.transaction().execute(async (trx) => {
    const item = await lockItem(trx, itemId);
    await emptyFolders(trx, await store.listFoldersOfName(trx, item, tables));
    await store.deleteMediaRows(trx, item, tables);
    return item;
  });
}

async function getItem(db: Db, id: string): Promise<LetterItem> {
  const item = await findItem(db, id);
  if (!item) throw new AppError('ITEM_NOT_FOUND');
  return item;
}

/** Limits the number of bodies in memory; throws TOO_BUSY beyond it. */
async function inPlaceForUploads<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  const free = storage.reserveUpload();
  try {
    return await work();
  } finally {
    free();
  }
}

/** Stores an object in a folder of its own, which is swept unless `save` commits it. */
async function storeObject(
  { db, storage }: PutDeps,
  object: { itemId: string; file: string; body: Buffer; contentType: string },
  save: (trx: Trx, media: store.NewMedia) => Promise<void>,
): Promise<LetterItem> {
  const id = newId();
  const prefix = store.folderOf(id);
  const key = `${prefix}${object.file}`;
  await noteFolder(db, prefix);
  try {
    await storage.put(key, object.body, { contentType: object.contentType });
    return await db.transaction().execute(async (trx) => {
      const item = await lockItem(trx, object.itemId);
      if (!(await keepFolder(trx, prefix))) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
      await save(trx, { id, key, categoryId: item.categoryId, name: item.name });
      return item;
    });
  } catch (error) {
    // Otherwise the recorded folder is swept when it is due.
    await emptyFolders(db, [{ prefix }]).catch(() => {});
    throw error;
  }
}
