import { formatDuration } from '../../lib/format.ts';

export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/**
 * The length to show, in seconds: that of the page's data when there is one, since a playlist that still grows knows
 * only what is ready; otherwise the stream's own.
 */
export function toLength(known: number | null, streamSeconds: number): number {
  const own = Number.isFinite(streamSeconds) ? streamSeconds : 0;
  return known === null ? own : Math.max(known, 0);
}

/** Where a seek may go: not before the start, not behind the end, not behind what is ready. All in seconds. */
export function clampSeek(wishSeconds: number, lengthSeconds: number, readySeconds: number): number {
  const end = readySeconds > 0 ? Math.min(lengthSeconds, readySeconds) : lengthSeconds;
  return Math.max(0, Math.min(wishSeconds, end));
}

/** The end of the loaded part around the playing position; the position itself when nothing is loaded there. */
export function findLoadedEnd(spans: readonly Span[], positionSeconds: number): number {
  const around = spans.find(
    (span) => span.startSeconds <= positionSeconds && positionSeconds <= span.endSeconds,
  );
  return around?.endSeconds ?? positionSeconds;
}

/** A part of a length in percent, 0 to 100. */
export function toPercent(seconds: number, lengthSeconds: number): number {
  if (lengthSeconds <= 0) return 0;
  return Math.max(0, Math.min(100, (seconds / lengthSeconds) * 100));
}

/** What a screen reader says for the seek bar: `0:33 of 1:48`. */
export function toPositionText(positionSeconds: number, lengthSeconds: number): string {
  return `${formatDuration(positionSeconds)} of ${formatDuration(lengthSeconds)}`;
}
