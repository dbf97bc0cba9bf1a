import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/schema.ts';
import { forgetUpload, listStaleUploads, listUploadIds } from './store.ts';

/** A living upload is touched every `TOUCH_SECONDS`; one that was not for this long has lost its process. */
export const STALE_SECONDS = 300;
export const TOUCH_SECONDS = 30;
const UNKNOWN_AFTER_MS = 3_600_000;

/** One round: removes what uploads left behind whose process died. */
export async function sweepUploads(
  deps: { db: Db; storage: Storage; logger: Logger },
  staleSeconds: number = STALE_SECONDS,
): Promise<void> {
  const { db, storage, logger } = deps;
  for (const upload of await listStaleUploads(db, staleSeconds)) {
    if (upload.storageUploadId)
      await storage.abortUpload({ key: upload.key, uploadId: upload.storageUploadId });
    await storage.delete(upload.key);
    await forgetUpload(db, upload.id);
    logger.info({ uploadId: upload.id }, 'an upload that was broken off by a crash was removed');
  }
  const known = await listUploadIds(db);
  for (const upload of await storage.listUploads()) {
    if (known.has(upload.uploadId) || !upload.key.startsWith('videos/')) continue;
    if (Date.now() - upload.startedAt.getTime() > UNKNOWN_AFTER_MS) await storage.abortUpload(upload);
  }
}
