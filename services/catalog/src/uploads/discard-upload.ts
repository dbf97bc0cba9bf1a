import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { forgetUpload, markDiscarded, type UploadRow } from './store.ts';

/**
 * Deletes an upload and its stored parts; returns false if it no longer exists. The decision is committed before
 * anything is deleted: a later commit of the upload is refused, an earlier one has removed the row. The sweep completes
 * an interrupted removal.
 */
export async function discardUpload(
  deps: { db: Db; storage: Storage },
  id: string,
  mark: (db: Db) => Promise<UploadRow | undefined> = (db) => markDiscarded(db, id),
): Promise<boolean> {
  const upload = await mark(deps.db);
  if (!upload) return false;
  if (upload.storage_upload_id)
    await deps.storage.abortUpload({ key: upload.key, uploadId: upload.storage_upload_id });
  await deps.storage.delete(upload.key);
  await forgetUpload(deps.db, id);
  return true;
}
