import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { discardUpload } from './discard-upload.ts';
import { listStaleUploads, listUploadIds, markStaleDiscarded } from './store.ts';

/** An active form upload is touched every `TOUCH_SECONDS`; one untouched for this long has lost its process. */
const STALE_SECONDS = 300;
export const TOUCH_SECONDS = 30;
const UNKNOWN_AFTER_MS = 3_600_000;

interface SweepDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
  /** Hours that an upload in parts waits for its next part. */
  uploadExpiryHours: number;
}

/**
 * Runs one round: removes uploads whose process died, abandoned uploads in parts, and unrecorded uploads in storage.
 */
export async function sweepUploads(deps: SweepDeps, staleSeconds: number = STALE_SECONDS): Promise<void> {
  const { db, storage, logger } = deps;
  const deadlines = { formSeconds: staleSeconds, partsHours: deps.uploadExpiryHours };
  for (const id of await listStaleUploads(db, deadlines))
    if (await discardUpload(deps, id, () => markStaleDiscarded(db, id, deadlines)))
      logger.info({ uploadId: id }, 'abandoned upload removed');
  const known = await listUploadIds(db);
  for (const upload of await storage.listUploads()) {
    if (known.has(upload.uploadId) || !upload.key.startsWith('videos/')) continue;
    if (Date.now() - upload.startedAt.getTime() > UNKNOWN_AFTER_MS) await storage.abortUpload(upload);
  }
}
