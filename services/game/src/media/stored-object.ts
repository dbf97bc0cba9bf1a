import { AppError, newId } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import { folderOf } from '../content/media-store.ts';
import type { Db, Trx } from '../db/tables.ts';
import { emptyFolders, keepFolder, noteFolder } from '../sweeps/store.ts';

/** An object in its own folder, which is swept unless `keepObject` is called in time. */
export interface StoredObject {
  id: string;
  key: string;
}

/** Stores a file in a new folder. */
export async function storeObject(
  { db, storage }: { db: Db; storage: Storage },
  object: { file: string; body: Uint8Array; contentType: string },
): Promise<StoredObject> {
  const id = newId();
  const prefix = folderOf(id);
  const key = `${prefix}${object.file}`;
  await noteFolder(db, prefix);
  try {
    await storage.put(key, object.body, { contentType: object.contentType });
  } catch (error) {
    await discardObjects(db, [{ id }]);
    throw error;
  }
  return { id, key };
}

/** Makes a stored object permanent with the transaction. Throws UNAVAILABLE if it was swept in the meantime. */
export async function keepObject(trx: Trx, { id }: StoredObject): Promise<void> {
  if (!(await keepFolder(trx, folderOf(id)))) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
}

/** Schedules stored objects for removal. If that fails, their recorded folders are swept when they are due. */
export async function discardObjects(db: Db, objects: readonly { id: string }[]): Promise<void> {
  await emptyFolders(
    db,
    objects.map(({ id }) => ({ prefix: folderOf(id) })),
  ).catch(() => {});
}
