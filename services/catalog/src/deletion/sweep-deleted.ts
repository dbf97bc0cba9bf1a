import { catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import { dropOldRemains, retryRemains, takeDueRemains } from './store.ts';

/** One round: removes what is left in storage of videos that were deleted, and of attempts that were given up. */
export async function sweepDeleted(
  deps: { db: Db; storage: Storage; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  for (const remains of await takeDueRemains(deps.db)) {
    const { videoId, attempt } = remains;
    const prefix = attempt === null ? catalog.videoPrefix(videoId) : catalog.attemptPrefix(videoId, attempt);
    try {
      const count = await deps.storage.deletePrefix(prefix);
      if (count > 0)
        deps.logger.info({ videoId, attempt, objects: count }, 'objects that nobody needs removed');
    } catch (error) {
      deps.logger.warn(
        { err: error, videoId, attempt },
        'objects that nobody needs could not be removed yet',
      );
      await retryRemains(deps.db, remains);
    }
  }
  await dropOldRemains(deps.db, signal);
}
