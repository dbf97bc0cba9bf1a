import type { catalog, Data } from '@larksong/contracts';

import type { Db, VideoRow } from '../../db/tables.ts';
import { resolutionsOf } from '../../library/videos/video.ts';
import { listSamples, readQueue } from '../queue-state/store.ts';
import { listRunningUnits, listWorkers } from '../workers/store.ts';
import { countSlots, isPresent, toWorker } from '../workers/worker.ts';
import { estimate } from './estimates.ts';
import { queuePositions, secondsOfVideoLeft, toProcessingVideo, toSetbacks } from './progress.ts';
import * as store from './store.ts';

type Status = Data<typeof catalog.getTranscodingStatus>;

/** Returns the state of all transcoding. */
export async function readStatus(db: Db): Promise<Status> {
  const read = await readAll(db);
  const { estimates, processing } = toProcessing(read);
  return {
    processingCount: read.processing.count,
    workers: toWorkers(read),
    queue: toQueue(read, estimates.queue),
    processing,
    recentlyCompleted: read.completed.map(toCompleted),
    recentlyFailed: read.failed.map((video) => ({
      ...toFailed(
        video,
        read.counts.find(({ videoId }) => videoId === video.id),
      ),
      stoppedBy: toStopper(read.stoppers.find(({ videoId }) => videoId === video.id)),
    })),
    failureCounts: read.failureCounts,
  };
}

type Read = Awaited<ReturnType<typeof readAll>>;
/** What the estimates need. */
type Processing = Pick<Read, 'processing' | 'counts' | 'seconds' | 'workers' | 'queue'>;

/** Reads everything in one snapshot, so that a video that is changing its state is in exactly one list. */
async function readAll(db: Db) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (trx) => {
    const processing = await store.listProcessing(trx);
    const failed = await store.listFailed(trx);
    const ids = [...processing.videos, ...failed].map(({ id }) => id);
    const planned = processing.videos.filter(({ plan }) => plan !== null).map(({ id }) => id);
    return {
      processing,
      completed: await store.listCompleted(trx),
      failed,
      failureCounts: await store.countFailures(trx),
      stoppers: await store.listStoppers(
        trx,
        failed.filter(({ failure_code: code }) => code === 'cancelled').map(({ id }) => id),
      ),
      counts: await store.listWorkCounts(trx, ids),
      seconds: await store.listRenditionSeconds(trx, planned),
      workers: await listWorkers(trx),
      units: await listRunningUnits(trx),
      queue: await readQueue(trx),
      samples: await listSamples(trx),
    };
  });
}

/** Maps the videos in processing to the contract, with the time that is left for each and for all of them. */
export function toProcessing(read: Processing) {
  const { videos } = read.processing;
  const countsById = new Map(read.counts.map((counts) => [counts.videoId, counts]));
  const secondsById = Map.groupBy(read.seconds, (row) => row.video_id);
  const works = videos.map((video) => ({
    video,
    counts: countsById.get(video.id),
    renditions: secondsById.get(video.id) ?? [],
  }));
  const estimates = estimate(
    works.map((work) => ({
      videoId: work.video.id,
      secondsOfVideoLeft: secondsOfVideoLeft(work),
      counts: work.counts,
    })),
    countSlots(read.workers).heavy,
  );
  const estimated = works.map((work) => ({
    ...work,
    secondsLeft: estimates.byVideo.get(work.video.id) ?? null,
  }));
  const positions = queuePositions(estimated);
  const processing = estimated.map((work) =>
    toProcessingVideo({ ...work, queuePosition: positions.get(work.video.id) ?? null }, read.queue.now),
  );
  return { estimates, processing };
}

function toWorkers({ workers, units }: Read): Status['workers'] {
  const present = workers.filter(isPresent);
  return {
    count: present.length,
    withoutSandbox: present.filter(({ sandboxed }) => !sandboxed).length,
    list: workers.map((worker) => toWorker(worker, units)),
  };
}

function toQueue({ queue, samples, processing }: Read, secondsLeft: number | null): catalog.Queue {
  return {
    ...queue,
    now: queue.now.toISOString(),
    // An estimate from a part of the videos would be too short.
    secondsLeft: processing.count > processing.videos.length ? null : secondsLeft,
    samples: samples.map((sample) => ({ ...sample, at: sample.at.toISOString() })),
  };
}

/** Maps a completed video to the contract. */
export function toCompleted(video: VideoRow): catalog.CompletedVideo {
  return {
    id: video.id,
    title: video.title,
    createdAt: video.created_at.toISOString(),
    completedAt: (video.completed_at ?? video.updated_at).toISOString(),
    duration: video.duration_seconds,
    resolutions: resolutionsOf(video),
    remarks: video.plan?.remarks ?? [],
    explainedRemarks: video.plan?.explainedRemarks ?? [],
  };
}

/** Returns the person who cancelled a video. */
export function toStopper(row: store.StopperRow | undefined): catalog.FailedVideo['stoppedBy'] {
  return row ? { id: row.id, name: row.name } : null;
}

/** Maps a failed video to the contract. */
export function toFailed(video: store.FailedRow, counts: store.WorkCounts | undefined): catalog.FailedVideo {
  return {
    id: video.id,
    title: video.title,
    createdAt: video.created_at.toISOString(),
    failedAt: (video.failed_at ?? video.updated_at).toISOString(),
    processingError: video.processing_error ?? '',
    reason: video.failure_reason,
    processingLog: video.processing_log ?? '',
    failureCode: video.failure_code ?? 'other',
    readable: video.source_removed_at === null ? video.readable : null,
    ...toSetbacks(video, counts),
  };
}
