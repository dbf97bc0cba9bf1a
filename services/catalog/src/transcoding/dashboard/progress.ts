import type { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';
import { minutesBetween } from '../../library/videos/video.ts';
import { STAGES } from '../stages.ts';
import { paceOf } from './estimates.ts';
import type { RenditionCount, WorkCounts } from './store.ts';

/** The state of a video in processing. */
export interface Work {
  video: VideoRow;
  /** Undefined if it has no units, which is not expected. */
  counts: WorkCounts | undefined;
  /** Stored seconds of each rendition. */
  renditions: Pick<RenditionCount, 'rendition' | 'seconds'>[];
  /** Position from 1 among the videos on which no worker is working now; null if one is. */
  queuePosition: number | null;
  secondsLeft: number | null;
}

/** Maps a video in processing to the contract, from reports of the workers only, without guesses. */
export function toProcessingVideo(work: Work, now: Date): catalog.ProcessingVideo {
  const { video, counts } = work;
  const rungs = rungShares(work);
  return {
    id: video.id,
    title: video.title,
    createdAt: video.created_at.toISOString(),
    startedAt: video.started_at.toISOString(),
    elapsedMinutes: minutesBetween(video.started_at, now),
    queuePosition: work.queuePosition,
    stage: stageOf(counts),
    playable: video.playable_at !== null,
    share: meanShare(rungs),
    rungs,
    speed: counts ? speedOf(counts) : null,
    secondsLeft: work.secondsLeft,
    ...toSetbacks(video, counts),
    lastProblem: counts?.lastProblem ?? null,
    lastReason: counts?.lastReason ?? null,
  };
}

/** Returns the problems in a video's current attempt. */
export function toSetbacks(
  video: Pick<VideoRow, 'attempt'>,
  counts: Pick<WorkCounts, 'failureCount' | 'lostWorkerCount'> | undefined,
): Pick<catalog.ProcessingVideo, 'attempt' | 'failureCount' | 'lostWorkerCount'> {
  return {
    attempt: video.attempt,
    failureCount: counts?.failureCount ?? 0,
    lostWorkerCount: counts?.lostWorkerCount ?? 0,
  };
}

/** Returns how many seconds of a video remain to be encoded; null before planning. */
export function secondsOfVideoLeft(work: Pick<Work, 'video' | 'renditions'>): number | null {
  const { plan } = work.video;
  return plan && (1 - meanShare(rungShares(work))) * plan.durationSeconds;
}

function meanShare(rungs: catalog.ProcessingVideo['rungs']): number {
  return rungs.length === 0 ? 0 : rungs.reduce((sum, rung) => sum + rung.share, 0) / rungs.length;
}

function rungShares({
  video,
  renditions,
}: Pick<Work, 'video' | 'renditions'>): catalog.ProcessingVideo['rungs'] {
  const { plan } = video;
  if (!plan) return [];
  return plan.rungs.map(({ resolution }) => {
    const seconds = renditions.find(({ rendition }) => rendition === resolution)?.seconds ?? 0;
    return { resolution, share: Math.min(1, seconds / plan.durationSeconds) };
  });
}

/** Returns the speed of all running chunks. Those that have not reported yet count with the speed of the others. */
function speedOf(counts: WorkCounts): number | null {
  const pace = paceOf(counts);
  const unmeasured = counts.runningChunkCount - counts.measuredChunkCount;
  return (counts.runningSpeed ?? 0) + (pace ?? 0) * unmeasured || null;
}

const ORDER: readonly catalog.UnitKind[] = ['plan', 'video-chunk', 'audio', 'extras', 'finish'];

/** Returns the name of the earliest step in progress, or else of the earliest open one. */
function stageOf(counts: WorkCounts | undefined): string {
  if (!counts?.isStarted) return 'Queued';
  const kinds = counts.runningKinds.length > 0 ? counts.runningKinds : counts.openKinds;
  return STAGES[ORDER.find((kind) => kinds.includes(kind)) ?? 'finish'];
}

type Waiting = Pick<Work, 'counts' | 'secondsLeft'> & { video: Pick<VideoRow, 'id' | 'heavy_claimed_at'> };

/**
 * Returns queue positions, from 1, by video id, for videos on which no worker is working now, in the order in which they
 * are expected to be ready. Without an estimate, the one whose last turn was longest ago comes first, as in `claimFairestUnit`.
 * `works` is sorted by age.
 */
export function queuePositions(works: readonly Waiting[]): Map<string, number> {
  const waiting = works
    .filter(({ counts }) => counts === undefined || counts.runningKinds.length === 0)
    .map(({ video, counts, secondsLeft }) => ({
      id: video.id,
      secondsLeft: counts !== undefined && isEncoded(counts) ? 0 : (secondsLeft ?? Number.MAX_VALUE),
      lastTurnMs: video.heavy_claimed_at?.getTime() ?? 0,
    }))
    .toSorted((one, other) => one.secondsLeft - other.secondsLeft || one.lastTurnMs - other.lastTurnMs);
  return new Map(waiting.map(({ id }, index) => [id, index + 1]));
}

/** Returns whether only the sound, the thumbnail or the check is left. */
function isEncoded({ openKinds }: WorkCounts): boolean {
  return !openKinds.includes('plan') && !openKinds.includes('video-chunk');
}
