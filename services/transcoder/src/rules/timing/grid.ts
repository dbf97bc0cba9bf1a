import { catalog } from '@larksong/contracts';

import { parseFrameRate, type FrameRate } from './frame-rate.ts';

/** Ticks per second of a rendition with a variable frame rate. */
export const VARIABLE_TICKS = 90_000;

/**
 * Returns the number of a segment's first frame. The grid has one rule: segment k of a rendition begins with its first
 * frame at or after 4k seconds. It depends on nothing else, so chunks from different machines join without gap or
 * overlap.
 */
export function firstFrameOfSegment(rate: FrameRate, segment: number): number {
  return Math.ceil((catalog.SEGMENT_SECONDS * segment * rate.numerator) / rate.denominator);
}

/** Returns true if the plan keeps the source's frame times. */
export function hasVariableFrameRate(plan: catalog.Plan): boolean {
  return plan.video.variableFrameRate === true;
}

/** Returns the time base in which a rung's frames are numbered before they are encoded. */
export function rungTimeBase(
  plan: catalog.Plan,
  rung: catalog.Rung,
): { numerator: number; denominator: number } {
  if (hasVariableFrameRate(plan)) return { numerator: 1, denominator: VARIABLE_TICKS };
  const rate = rateOf(rung.frameRate);
  return { numerator: rate.denominator, denominator: rate.numerator };
}

/** Returns n if a rung keeps every n-th frame of the source. */
export function decimationOf(plan: catalog.Plan, rung: catalog.Rung): number {
  const source = rateOf(plan.video.frameRate);
  const kept = rateOf(rung.frameRate);
  return Math.max(
    1,
    Math.round((source.numerator * kept.denominator) / (source.denominator * kept.numerator)),
  );
}

/** Parses the frame rate of a rung or plan. Throws if it is invalid. */
export function rateOf(text: string): FrameRate {
  const rate = parseFrameRate(text);
  if (!rate) throw new Error(`${text} is not a frame rate`);
  return rate;
}

/**
 * Returns true if the chunk is the end of the video, where the source may end slightly earlier or later than planned.
 */
export function isLastChunk(plan: catalog.Plan, chunk: catalog.Chunk): boolean {
  return chunk.firstSegment + chunk.segmentCount >= catalog.countSegments(plan.durationSeconds);
}

/** Returns how far a duration may deviate from the planned one, in seconds. */
export function toleranceSeconds(durationSeconds: number): number {
  return Math.max(1, durationSeconds * 0.02);
}

/**
 * Returns the planned duration of a video whose last frame begins at `lastFrameSeconds` and ends at `endSeconds`:
 * its end, but never past the segment in which the last frame begins, since the next segment would be empty.
 */
export function plannedDuration(lastFrameSeconds: number, endSeconds: number): number {
  const segments = Math.floor(lastFrameSeconds / catalog.SEGMENT_SECONDS + 1e-9) + 1;
  return Math.min(endSeconds, segments * catalog.SEGMENT_SECONDS);
}
