import { AppError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx } from '../db/tables.ts';
import { insertUpload, lockSpace, sumExpectedBytes, type NewUpload, type UploadRow } from './store.ts';

export interface SpaceDeps {
  db: Db;
  storage: Storage;
  /** What must stay free, for the work on videos that are there and for the servers beside. */
  minFreeBytes: number;
  /** How long an upload of which nothing arrives keeps the space that it announced. */
  uploadReservationSeconds: number;
  holdSpace: HoldSpace;
}

/** Waits for no space: throws STORAGE_FULL, or returns the function that lets go of the bytes. */
type HoldSpace = (sizeBytes: number) => Promise<() => void>;

/**
 * Watches the space that is really there, part by part: refuses one that would leave less than `minFreeBytes` together
 * with the parts that this process is receiving at the moment. Where nobody knows the free space, nothing is refused.
 */
export function createHoldSpace(deps: Pick<SpaceDeps, 'storage' | 'minFreeBytes'>): HoldSpace {
  let heldBytes = 0;
  return async (sizeBytes) => {
    const freeBytes = await deps.storage.freeBytes();
    if (freeBytes !== undefined && freeBytes - heldBytes - sizeBytes < deps.minFreeBytes)
      throw new AppError('STORAGE_FULL');
    heldBytes += sizeBytes;
    return () => {
      heldBytes -= sizeBytes;
    };
  };
}

/**
 * Throws STORAGE_FULL when less than `minFreeBytes` would be left once every upload under way has stored what it
 * announced: those that are touched from time to time, the one named, and `announcedBytes` more.
 */
export async function refuseWhenFull(
  deps: SpaceDeps,
  announcedBytes: number,
  { db = deps.db, resumedId = null }: { db?: Db | Trx; resumedId?: string | null } = {},
): Promise<void> {
  // In this order a part that is stored meanwhile is counted twice rather than not at all.
  const expectedBytes = await sumExpectedBytes(db, { seconds: deps.uploadReservationSeconds, resumedId });
  const freeBytes = await deps.storage.freeBytes();
  if (freeBytes !== undefined && freeBytes - expectedBytes - announcedBytes < deps.minFreeBytes)
    throw new AppError('STORAGE_FULL');
}

/**
 * Notes an upload before its first part is sent, so that a sweep finds it after a crash, and reserves the space that it
 * announced. Uploads are admitted one after the other, by any number of processes. Throws STORAGE_FULL.
 */
export async function admitUpload(deps: SpaceDeps, upload: NewUpload): Promise<UploadRow> {
  return deps.db.transaction().execute(async (trx) => {
    await lockSpace(trx);
    await refuseWhenFull(deps, upload.sizeBytes ?? 0, { db: trx });
    return insertUpload(trx, upload);
  });
}
