import { sweepObjects, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { SWEEPS } from './store.ts';

interface SweptFolder {
  prefix: string;
  keep: string | null;
}

/** Runs one round: deletes the objects of anything that was deleted, replaced or never completed. */
export async function sweepFolders(
  deps: { db: Db; storage: Storage; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  await sweepObjects({ ...deps, signal }, SWEEPS, {
    empty: (folder: SweptFolder) => emptyFolder(deps.storage, folder),
    toFields: ({ prefix }) => ({ prefix }),
  });
}

async function emptyFolder(storage: Storage, { prefix, keep }: SweptFolder): Promise<void> {
  if (keep === null) {
    await storage.deletePrefix(prefix);
    return;
  }
  for await (const { key } of storage.list(prefix)) if (key !== keep) await storage.delete(key);
}
