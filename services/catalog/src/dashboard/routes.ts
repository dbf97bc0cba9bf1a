import { getTranscodingStatus } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import { resolutionsOf } from '../videos/video.ts';
import { queuePositions, toProcessingVideo } from './progress.ts';
import * as store from './store.ts';

export function registerDashboard(register: Register, { db }: { db: Db }): void {
  register(getTranscodingStatus, async () => {
    const [{ count, videos }, completed, failed] = await Promise.all([
      store.listProcessing(db),
      store.listCompleted(db),
      store.listFailed(db),
    ]);
    const ids = videos.map(({ id }) => id);
    const [units, seconds] = await Promise.all([
      store.listCurrentUnits(db, ids),
      store.listRenditionSeconds(db, ids),
    ]);
    const positions = queuePositions(videos, units);
    const now = new Date();
    return {
      data: {
        processingCount: count,
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
