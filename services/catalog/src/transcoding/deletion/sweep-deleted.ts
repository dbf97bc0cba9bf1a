import { catalog } from '@larksong/contracts';
import { sweepObjects, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../../db/tables.ts';
import { ABANDONED_ATTEMPTS, REMOVED_SOURCES, TOMBSTONES } from './store.ts';

interface SweptRow {
  video_id: string;
  /** Missing if the whole video was deleted. */
  attempt?: number;
}

/** Runs one round: deletes the objects of deleted videos and of abandoned attempts, and uploaded files past their time. */
export async function sweepDeleted(
  deps: { db: Db; storage: Storage; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const toFields = (row: SweptRow) => ({ videoId: row.video_id, attempt: row.attempt });
  async function empty(row: SweptRow): Promise<void> {
    const { video_id: videoId, attempt } = row;
    const prefix =
      attempt === undefined ? catalog.videoPrefix(videoId) : catalog.attemptPrefix(videoId, attempt);
    const objects = await deps.storage.deletePrefix(prefix);
    if (objects > 0) deps.logger.info({ ...toFields(row), objects }, 'orphaned objects removed');
  }
  for (const table of [TOMBSTONES, ABANDONED_ATTEMPTS])
    await sweepObjects({ ...deps, signal }, table, { empty, toFields });
  await sweepObjects({ ...deps, signal }, REMOVED_SOURCES, {
    empty: (row: SweptRow) => deps.storage.delete(catalog.sourceKey(row.video_id)),
    toFields,
  });
}
