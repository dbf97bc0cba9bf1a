import { formatDuration } from '../../../lib/format.ts';
import { text } from '../../../lib/texts.ts';

export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/**
 * Returns the length to show, in seconds: that of the page's data if known, since a playlist that still grows includes
 * only the part that is ready; otherwise the stream's own.
 */
export function toLength(known: number | null, streamSeconds: number): number {
  const own = Number.isFinite(streamSeconds) ? streamSeconds : 0;
  return known === null ? own : Math.max(known, 0);
}

/** Limits a seek to the length and to the part that is ready. All in seconds. */
export function clampSeek(targetSeconds: number, lengthSeconds: number, readySeconds: number): number {
  const end = readySeconds > 0 ? Math.min(lengthSeconds, readySeconds) : lengthSeconds;
  return Math.max(0, Math.min(targetSeconds, end));
}

/** Returns the end of the loaded part around the position; the position itself if nothing is loaded there. */
export function findLoadedEnd(spans: readonly Span[], positionSeconds: number): number {
  const around = spans.find(
    (span) => span.startSeconds <= positionSeconds && positionSeconds <= span.endSeconds,
  );
  return around?.endSeconds ?? positionSeconds;
}

/** Returns a part of a length in percent, 0 to 100. */
export function toPercent(seconds: number, lengthSeconds: number): number {
  if (lengthSeconds <= 0) return 0;
  return Math.max(0, Math.min(100, (seconds / lengthSeconds) * 100));
}

/** Returns the seek bar's text for screen readers: `0:33 of 1:48, The little pond`. */
export function toPositionText(
  positionSeconds: number,
  lengthSeconds: number,
  chapterTitle?: string,
): string {
  const values = { position: formatDuration(positionSeconds), length: formatDuration(lengthSeconds) };
  return chapterTitle === undefined
    ? text('player.position', values)
    : text('player.position-in-chapter', { ...values, chapter: chapterTitle });
}
