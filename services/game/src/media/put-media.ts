import { type Language, because, game } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import { findItem, type LetterItem } from '../content/item-store.ts';
import * as store from '../content/media-store.ts';
import { toMark, type PackDb } from '../content/pack.ts';
import type { Db, Trx } from '../db/tables.ts';
import { lockItem } from '../items/lock-item.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { toPicture } from './picture.ts';
import { hashOf, replacePicture, replaceSoundJob } from './save-media.ts';
import { discardObjects, keepObject, storeObject } from './stored-object.ts';

export interface PutDeps extends PackDb {
  storage: Storage;
}

/** Reads the whole body, within its limits. */
export type Receive = () => Promise<Buffer>;

/**
 * Replaces the picture of an item's name and returns the item. Throws ITEM_NOT_FOUND, TOO_BUSY, and the errors of
 * `toPicture`.
 */
export async function putPicture(
  deps: PutDeps,
  { itemId, record }: { itemId: string; record: RecordChange },
  receive: Receive,
): Promise<LetterItem> {
  await getItem(deps.db, itemId);
  return inPlaceForUploads(deps.storage, async () => {
    const source = await receive();
    const body = await toPicture(source);
    return putObject(
      deps,
      { itemId, source, file: 'picture.png', body, contentType: 'image/png' },
      async (trx, media, item) => {
        await replacePicture(trx, media);
        await record(trx, { action: 'picture.put', ...describeChange(item, deps.pack) });
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
  upload: { itemId: string; requestId: string; record: RecordChange },
  receive: Receive,
): Promise<LetterItem> {
  await getItem(deps.db, upload.itemId);
  return inPlaceForUploads(deps.storage, async () => {
    const body = await receive();
    const { itemId, requestId, record } = upload;
    const object = { itemId, source: body, ...toSoundSource(body) };
    return putObject(deps, object, async (trx, media, item) => {
      await replaceSoundJob(trx, { ...media, sizeBytes: body.length, requestId });
      await record(trx, { action: 'sound.put', ...describeChange(item, deps.pack) });
    });
  });
}

/** Deletes the uploaded picture or sound of an item's name, if any, and returns the item. Throws ITEM_NOT_FOUND. */
export async function deleteMedia(
  { db, pack }: PackDb,
  { itemId, what, record }: { itemId: string; what: 'picture' | 'sound'; record: RecordChange },
): Promise<LetterItem> {
  const tables = what === 'picture' ? (['pictures'] as const) : (['sounds', 'sound_jobs'] as const);
  return db.transaction().execute(async (trx) => {
    const item = await lockItem(trx, itemId);
    await emptyFolders(trx, await store.listFoldersOfName(trx, item, tables));
    await store.deleteMediaRows(trx, item, tables);
    await record(trx, { action: `${what}.delete`, ...describeChange(item, pack) });
    return item;
  });
}

/** Pictures and sounds belong to a name of a letter. */
function describeChange({ id, name, letter }: LetterItem, pack: Language) {
  return { subject: { id, name }, after: { letter, ...toMark(pack) } };
}

/**
 * Returns the object that a transcoder makes a sound from. Throws VALIDATION_FAILED for an empty file and
 * UNSUPPORTED_MEDIA_TYPE.
 */
export function toSoundSource(body: Buffer) {
  if (body.length === 0) throw new AppError('VALIDATION_FAILED', because('game.file-empty'));
  if (!game.recognizeSound(body)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', game.OTHER_SOUND_FORMAT);
  return { file: 'source', body, contentType: 'application/octet-stream' };
}

interface NewObject extends ReturnType<typeof toSoundSource> {
  itemId: string;
  /** The uploaded file. */
  source: Buffer;
}

async function getItem(db: Db, id: string): Promise<LetterItem> {
  const item = await findItem(db, id);
  if (!item) throw new AppError('ITEM_NOT_FOUND');
  return item;
}

/** Limits the number of bodies in memory; throws TOO_BUSY beyond it. */
export async function inPlaceForUploads<T>(storage: Storage, work: () => Promise<T>): Promise<T> {
  const free = storage.reserveUpload();
  try {
    return await work();
  } finally {
    free();
  }
}

/** Stores an object and makes it permanent with `save`. */
async function putObject(
  deps: PutDeps,
  { itemId, source, ...object }: NewObject,
  save: (trx: Trx, media: store.NewMedia, item: LetterItem) => Promise<void>,
): Promise<LetterItem> {
  const stored = await storeObject(deps, object);
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const item = await lockItem(trx, itemId);
      await keepObject(trx, stored);
      const { categoryId, name } = item;
      await save(trx, { ...stored, categoryId, name, sourceHash: hashOf(source) }, item);
      return item;
    });
  } catch (error) {
    await discardObjects(deps.db, [stored]);
    throw error;
  }
}
