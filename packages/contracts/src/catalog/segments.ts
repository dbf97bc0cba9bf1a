import { SEGMENT_SECONDS } from './units.ts';

/** A shorter remainder does not become a segment. */
const MIN_SEGMENT_SECONDS = 0.01;

/** Returns the number of segments of a rendition that lasts `durationSeconds`, at least 1. */
export function countSegments(durationSeconds: number): number {
  return Math.max(1, Math.ceil((durationSeconds - MIN_SEGMENT_SECONDS) / SEGMENT_SECONDS));
}
