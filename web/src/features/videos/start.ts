import type { catalog } from '@larksong/contracts';

/** Where a video begins, in seconds; `isResumed` when that is where somebody stopped. */
export interface Start {
  seconds: number;
  isResumed: boolean;
}

const LEAST_SECONDS = 10;
const MOST_SHARE = 0.95;

/** The seconds of `?t=` in a link: `83`, also `83s` and `1:23`; null for anything else. */
export function parseTime(text: string | null): number | null {
  const match = /^(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)s?$/.exec(text?.trim() ?? '');
  return match ? Number(match[1] ?? 0) * 60 + Number(match[2]) : null;
}

/** Whether it is worth going on from there: between 10 s and 95 % of the video. */
export function isWorthResuming(seconds: number, durationSeconds: number | null): boolean {
  if (durationSeconds === null) return false;
  return seconds >= LEAST_SECONDS && seconds <= durationSeconds * MOST_SHARE;
}

/**
 * Where to begin: what the link says wins over where the viewer stopped. A video that is still being worked on begins
 * at its start, since the rest may not be there yet.
 */
export function chooseStart(
  video: Pick<catalog.Video, 'status' | 'duration'>,
  wishes: { linkSeconds: number | null; stoppedSeconds: number | null },
): Start {
  const { linkSeconds, stoppedSeconds } = wishes;
  const none = { seconds: 0, isResumed: false };
  if (video.status !== 'completed') return none;
  if (linkSeconds !== null)
    return linkSeconds < (video.duration ?? Infinity) ? { seconds: linkSeconds, isResumed: false } : none;
  if (stoppedSeconds === null || !isWorthResuming(stoppedSeconds, video.duration)) return none;
  return { seconds: stoppedSeconds, isResumed: true };
}
