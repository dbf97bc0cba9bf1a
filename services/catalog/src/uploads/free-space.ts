import { AppError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

export interface SpaceDeps {
  storage: Storage;
  /** What must stay free, for the work on videos that are there and for the servers beside. */
  minFreeBytes: number;
}

/** Throws STORAGE_FULL when storage would have less than `minFreeBytes` left; where nobody knows, it is let through. */
export async function refuseWhenFull(deps: SpaceDeps, announcedBytes: number): Promise<void> {
  const freeBytes = await deps.storage.freeBytes();
  if (freeBytes !== undefined && freeBytes - announcedBytes < deps.minFreeBytes)
    throw new AppError('STORAGE_FULL');
}
