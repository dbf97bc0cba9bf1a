import { Type, type Static } from 'typebox';

/** The readable part of a file that is cut off or damaged. It is published only if a superadmin accepts it. */
export const Readable = Type.Object({
  /** Seconds of the video that can be seen, for the offer. */
  seconds: Type.Number({ exclusiveMinimum: 0 }),
  /** Where the published video ends, in seconds from its beginning; later than `seconds` if there are holes before. */
  endSeconds: Type.Number({ exclusiveMinimum: 0 }),
});
export type Readable = Static<typeof Readable>;

/**
 * Returns what to offer: the beginning of a file that is cut off, or the rest of one with holes, and its length, rounded
 * down so that no more is offered than can be seen.
 */
export function describeReadable({ endSeconds, seconds }: Readable): {
  part: 'beginning' | 'rest';
  unit: 'minutes' | 'seconds';
  count: number;
} {
  const part = endSeconds - seconds < 0.001 ? 'beginning' : 'rest';
  return seconds >= 120
    ? { part, unit: 'minutes', count: Math.floor(seconds / 60) }
    : { part, unit: 'seconds', count: Math.max(1, Math.floor(seconds)) };
}
