import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/schema.ts';
import { forgetUpload, lockUpload, type UploadRow } from './store.ts';

/**
 * Removes an upload and what lies of it in storage; false when there is none (any more). What has become a video is
 * not touched: its commit removed the row.
 */
export async function discardUpload(
  deps: { db: Db; storage: Storage },
  id: string,
  lock: (trx: Trx) => Promise<UploadRow | undefined> = (trx) => lockUpload(trx, id),
): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const upload = await lock(trx);
    if (!upload) return false;
    if (upload.storage_upload_id)
      await deps.storage.abortUpload({ key: upload.key, uploadId: upload.storage_upload_id });
    await deps.storage.delete(upload.key);
    await forgetUpload(trx, upload.id);
    return true;
  });
}
