import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/tables.ts';
import { refuseOverQuota, type Quota, type QuotaUse } from './quota.ts';
import { insertUpload, lockSpace, sumExpectedBytes, type NewUpload, type UploadRow } from './store.ts';

export interface SpaceDeps {
  db: Db;
  storage: Storage;
  /** Space that must stay free for transcoding and for the other servers. */
  minFreeBytes: number;
  quota: Quota;
  /** How long an upload without progress keeps its reserved space. */
  uploadReservationSeconds: number;
  holdSpace: HoldSpace;
}

/** Reserves bytes without waiting: throws STORAGE_FULL, or returns the function that releases them. */
type HoldSpace = (sizeBytes: number) => Promise<() => void>;

/**
 * Returns a guard of the actual free space, part by part: it refuses a part that would leave less than `minFreeBytes`,
 * counting the parts that this process is receiving. If the free space is unknown, nothing is refused. `onHeld` is called
 * for each part that is accepted.
 */
export function createHoldSpace(
  deps: Pick<SpaceDeps, 'storage' | 'minFreeBytes'> & { onHeld: (sizeBytes: number) => void },
): HoldSpace {
  let heldBytes = 0;
  return async (sizeBytes) => {
    const freeBytes = await deps.storage.freeBytes();
    if (freeBytes !== undefined && freeBytes - heldBytes - sizeBytes < deps.minFreeBytes)
      throw new AppError('STORAGE_FULL');
    heldBytes += sizeBytes;
    deps.onHeld(sizeBytes);
    return () => {
      heldBytes -= sizeBytes;
    };
  };
}

/**
 * Throws STORAGE_FULL if the quota of the site or of the uploader would be exceeded, or if less than `minFreeBytes`
 * would remain once every active upload has stored its announced size: recently touched uploads, the one named, and
 * `announcedBytes` more.
 */
export async function refuseWhenFull(
  deps: SpaceDeps,
  { uploader, announcedBytes, resumedId = null }: QuotaUse,
  db: Db | Trx = deps.db,
): Promise<void> {
  await refuseOverQuota(deps, db, { uploader, announcedBytes, resumedId });
  // In this order, a part stored in between is counted twice rather than not at all.
  const expectedBytes = await sumExpectedBytes(db, { seconds: deps.uploadReservationSeconds, resumedId });
  const freeBytes = await deps.storage.freeBytes();
  if (freeBytes !== undefined && freeBytes - expectedBytes - announcedBytes < deps.minFreeBytes)
    throw new AppError('STORAGE_FULL');
}

/**
 * Records an upload before its first part is sent, so that a sweep finds it after a crash, and reserves its announced
 * space. Uploads are admitted one at a time across all processes. Throws STORAGE_FULL.
 */
export async function admitUpload(
  deps: SpaceDeps,
  {
    record,
    uploader,
    ...upload
  }: Omit<NewUpload, 'uploaderId'> & Pick<QuotaUse, 'uploader'> & { record?: RecordChange },
): Promise<UploadRow> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSpace(trx);
    const { sizeBytes: announcedBytes = 0 } = upload;
    await refuseWhenFull(deps, { uploader, announcedBytes }, trx);
    const row = await insertUpload(trx, { ...upload, uploaderId: uploader.id });
    const { id, sizeBytes } = upload;
    await record?.(trx, { action: 'upload.start', subject: { id }, after: { sizeBytes } });
    return row;
  });
}
