import { SEGMENT_SECONDS } from './units.ts';

/** A rest shorter than this makes no segment of its own. */
const LEAST_SECONDS = 0.01;

/** Returns the number of segments of a rendition that lasts `durationSeconds`; at least one. */
export function countSegments(durationSeconds: number): number {
  return Math.max(1, Math.ceil((durationSeconds - LEAST_SECONDS) / SEGMENT_SECONDS));
}
