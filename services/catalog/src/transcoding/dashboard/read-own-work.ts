import type { catalog, Data } from '@larksong/contracts';

import type { Db, VideoRow } from '../../db/tables.ts';
import { approvalOf } from '../../library/approval/approval.ts';
import { thumbnailOf } from '../../library/videos/media-paths.ts';
import { readQueue } from '../queue-state/store.ts';
import { listWorkers } from '../workers/store.ts';
import { toCompleted, toFailed, toProcessing, toStopper } from './read-status.ts';
import * as store from './store.ts';

/** Returns the state of an account's uploads. Other people's count for the time that is left, and are not shown. */
export async function readOwnWork(db: Db, uploaderId: string): Promise<Data<typeof catalog.listOwnWork>> {
  const { own, ...read } = await readAll(db, uploaderId);
  const ownIds = new Set(own.map(({ id }) => id));
  return {
    now: read.queue.now.toISOString(),
    processing: toProcessing(read)
      .processing.filter(({ id }) => ownIds.has(id))
      .map(withoutWorkers),
    pending: read.pending.flatMap(toPending),
    recentlyCompleted: read.completed.map(toCompleted),
    recentlyFailed: read.failed.map((video) => {
      const counts = read.counts.find(({ videoId }) => videoId === video.id);
      const stoppedBy = toStopper(read.stoppers.find(({ videoId }) => videoId === video.id));
      return withoutLog({ ...toFailed(video, counts), stoppedBy });
    }),
  };
}

/** Reads everything in one snapshot, as the dashboard does. */
async function readAll(db: Db, uploaderId: string) {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (trx) => {
    const { count, videos: all } = await store.listProcessing(trx);
    const { videos: own } = await store.listProcessing(trx, uploaderId);
    const videos = [...all, ...own.filter(({ id }) => !all.some((other) => other.id === id))];
    const failed = await store.listFailed(trx, uploaderId);
    const cancelled = failed.filter(({ failure_code: code }) => code === 'cancelled');
    const planned = videos.filter(({ plan }) => plan !== null);
    return {
      own,
      processing: { count, videos },
      pending: await store.listPendingBy(trx, uploaderId),
      completed: await store.listCompleted(trx, uploaderId),
      failed,
      stoppers: await store.listStoppers(trx, idsOf(cancelled)),
      counts: await store.listWorkCounts(trx, idsOf([...videos, ...failed])),
      seconds: await store.listRenditionSeconds(trx, idsOf(planned)),
      workers: await listWorkers(trx),
      queue: await readQueue(trx),
    };
  });
}

function idsOf(videos: { id: string }[]): string[] {
  return videos.map(({ id }) => id);
}

function withoutWorkers(video: catalog.ProcessingVideo): catalog.OwnProcessingVideo {
  const { speed: _speed, lostWorkerCount: _lost, lastProblem: _problem, ...shown } = video;
  return shown;
}

function withoutLog(video: catalog.FailedVideo): catalog.OwnFailedVideo {
  const { processingLog: _log, lostWorkerCount: _lost, ...shown } = video;
  return shown;
}

function toPending(video: VideoRow): catalog.OwnPendingVideo[] {
  const approval = approvalOf(video);
  if (!approval) return [];
  const { id, title, status } = video;
  return [
    { id, title, status, createdAt: video.created_at.toISOString(), thumbnail: thumbnailOf(video), approval },
  ];
}
