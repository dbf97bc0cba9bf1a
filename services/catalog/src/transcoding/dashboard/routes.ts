import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { resolutionsOf } from '../../library/videos/video.ts';
import { queuePositions, toProcessingVideo } from './progress.ts';
import { countWorkers } from '../workers/store.ts';
import * as store from './store.ts';

/** Registers the call that reports the state of all transcoding. */
export function registerDashboard(register: Register, { db }: { db: Db }): void {
  register(catalog.getTranscodingStatus, async () => {
    const { processing, completed, failed, units, seconds, workers } = await readAll(db);
    const { count, videos } = processing;
    const positions = queuePositions(videos, units);
    const now = new Date();
    return {
      data: {
        processingCount: count,
        workers,
        processing: videos.map((video) =>
          toProcessingVideo(
            {
              video,
              units: units.filter((unit) => unit.video_id === video.id),
              renditions: seconds.filter((row) => row.video_id === video.id),
              queuePosition: positions.get(video.id) ?? null,
            },
            now,
          ),
        ),
        recentlyCompleted: completed.map((video) => ({
          id: video.id,
          title: video.title,
          createdAt: video.created_at.toISOString(),
          completedAt: (video.completed_at ?? video.updated_at).toISOString(),
          duration: video.duration_seconds,
          resolutions: resolutionsOf(video),
        })),
        recentlyFailed: failed.map((video) => ({
          id: video.id,
          title: video.title,
          createdAt: video.created_at.toISOString(),
          failedAt: (video.failed_at ?? video.updated_at).toISOString(),
          processingError: video.processing_error ?? '',
          processingLog: video.processing_log ?? '',
        })),
      },
    };
  });
}

/** Reads all lists in one snapshot, so that a video that is changing its state is in exactly one of them. */
async function readAll(db: Db) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (trx) => {
    const processing = await store.listProcessing(trx);
    const ids = processing.videos.map(({ id }) => id);
    return {
      processing,
      completed: await store.listCompleted(trx),
      failed: await store.listFailed(trx),
      units: await store.listCurrentUnits(trx, ids),
      workers: await countWorkers(trx),
      seconds: await store.listRenditionSeconds(trx, ids),
    };
  });
}
