import { trimLinked, type catalog } from '@larksong/contracts';

/** Where a video starts, in seconds; `isResumed` if the viewer left it there. */
export interface Start {
  seconds: number;
  isResumed: boolean;
}

const MIN_SECONDS = 10;
const MAX_SHARE = 0.95;

/** Parses `?t=` of a link into seconds: `83`, `83s` and `1:23`; null for anything else. */
export function parseTime(text: string | null): number | null {
  const match = /^(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)s?$/.exec(trimLinked(text));
  return match ? Number(match[1] ?? 0) * 60 + Number(match[2]) : null;
}

/** Returns whether resuming there makes sense: between 10 s and 95 % of the video. */
export function isWorthResuming(seconds: number, durationSeconds: number | null): boolean {
  if (durationSeconds === null) return false;
  return seconds >= MIN_SECONDS && seconds <= durationSeconds * MAX_SHARE;
}

/**
 * Returns where to start: the link takes precedence over the viewer's last position. A video in processing starts at
 * its beginning, since the rest may not be ready.
 */
export function chooseStart(
  video: Pick<catalog.Video, 'status' | 'duration'>,
  candidates: { linkSeconds: number | null; stoppedSeconds: number | null },
): Start {
  const { linkSeconds, stoppedSeconds } = candidates;
  const none = { seconds: 0, isResumed: false };
  if (video.status !== 'completed') return none;
  if (linkSeconds !== null)
    return linkSeconds < (video.duration ?? Infinity) ? { seconds: linkSeconds, isResumed: false } : none;
  if (stoppedSeconds === null || !isWorthResuming(stoppedSeconds, video.duration)) return none;
  return { seconds: stoppedSeconds, isResumed: true };
}
