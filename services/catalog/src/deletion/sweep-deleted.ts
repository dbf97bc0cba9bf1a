import { videoPrefix } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/schema.ts';
import { dropOldTombstones, retryTombstone, takeDueTombstones } from './store.ts';

/** One round: removes what is left in storage of videos that were deleted. */
export async function sweepDeleted(deps: { db: Db; storage: Storage; logger: Logger }): Promise<void> {
  for (const videoId of await takeDueTombstones(deps.db)) {
    try {
      const count = await deps.storage.deletePrefix(videoPrefix(videoId));
      if (count > 0) deps.logger.info({ videoId, objects: count }, 'objects of a deleted video removed');
    } catch (error) {
      deps.logger.warn({ err: error, videoId }, 'objects of a deleted video could not be removed yet');
      await retryTombstone(deps.db, videoId);
    }
  }
  await dropOldTombstones(deps.db);
}
