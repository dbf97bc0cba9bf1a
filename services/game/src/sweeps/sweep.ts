import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { dropFinishedSweeps, retrySweep, takeDueSweeps, type DueSweep } from './store.ts';

/** One round: removes the objects of what was deleted, replaced, or never finished. */
export async function sweepFolders(
  deps: { db: Db; storage: Storage; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  for (const sweep of await takeDueSweeps(deps.db)) {
    try {
      await emptyFolder(deps.storage, sweep);
    } catch (error) {
      deps.logger.warn({ err: error, prefix: sweep.prefix }, 'objects could not be removed yet');
      await retrySweep(deps.db, sweep.prefix);
    }
  }
  await dropFinishedSweeps(deps.db, signal);
}

async function emptyFolder(storage: Storage, { prefix, keep }: DueSweep): Promise<void> {
  if (keep === null) {
    await storage.deletePrefix(prefix);
    return;
  }
  for await (const { key } of storage.list(prefix)) if (key !== keep) await storage.delete(key);
}
