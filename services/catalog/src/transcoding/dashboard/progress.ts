import type { catalog } from '@larksong/contracts';

import type { UnitRow, VideoRow } from '../../db/tables.ts';
import { minutesBetween } from '../../library/videos/video.ts';
import type { RenditionCount } from './store.ts';

type Unit = Pick<UnitRow, 'kind' | 'state' | 'started_count' | 'speed'>;

/** The state of a video in processing. */
export interface Work {
  video: VideoRow;
  units: Unit[];
  /** Stored seconds of each rendition. */
  renditions: Pick<RenditionCount, 'rendition' | 'seconds'>[];
  /** Position from 1 among the videos that no worker has started. */
  queuePosition: number | null;
}

/** Maps a video in processing to the contract, from reports of the workers only, without guesses. */
export function toProcessingVideo(work: Work, now: Date): catalog.ProcessingVideo {
  const { video, units } = work;
  const rungs = rungShares(work);
  const share = rungs.length === 0 ? 0 : rungs.reduce((sum, rung) => sum + rung.share, 0) / rungs.length;
  const speed =
    units.reduce((sum, unit) => sum + (unit.kind === 'video-chunk' ? (unit.speed ?? 0) : 0), 0) || null;
  const secondsOfVideoLeft = (1 - share) * (video.duration_seconds ?? 0);
  return {
    id: video.id,
    title: video.title,
    createdAt: video.created_at.toISOString(),
    startedAt: video.started_at.toISOString(),
    elapsedMinutes: minutesBetween(video.started_at, now),
    queuePosition: work.queuePosition,
    stage: stageOf(units),
    playable: video.playable_at !== null,
    share,
    rungs,
    speed,
    secondsLeft: speed === null ? null : Math.ceil(secondsOfVideoLeft / speed),
  };
}

function rungShares({ video, renditions }: Work): catalog.ProcessingVideo['rungs'] {
  const { plan } = video;
  if (!plan) return [];
  return plan.rungs.map(({ resolution }) => {
    const seconds = renditions.find(({ rendition }) => rendition === resolution)?.seconds ?? 0;
    return { resolution, share: Math.min(1, seconds / plan.durationSeconds) };
  });
}

/** Returns the name of the earliest open step. */
function stageOf(units: Unit[]): string {
  const open = units.filter((unit) => unit.state !== 'done');
  const has = (kind: Unit['kind']) => open.some((unit) => unit.kind === kind);
  if (units.every((unit) => unit.started_count === 0)) return 'Queued';
  if (has('plan')) return 'Analysing file';
  if (has('video-chunk')) return 'Encoding video';
  if (has('audio')) return 'Encoding sound';
  if (has('extras')) return 'Creating thumbnail';
  return 'Checking';
}

/** Returns queue positions, from 1, by video id, for videos of which nothing was started, in the given order. */
export function queuePositions(
  videos: { id: string }[],
  units: Pick<UnitRow, 'video_id' | 'started_count'>[],
): Map<string, number> {
  const started = new Set(units.filter((unit) => unit.started_count > 0).map((unit) => unit.video_id));
  const waiting = videos.filter(({ id }) => !started.has(id));
  return new Map(waiting.map(({ id }, index) => [id, index + 1]));
}
