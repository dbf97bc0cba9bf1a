import { Type, type Static } from 'typebox';

/** The readable part of a file that is cut off or damaged. It is published only if a superadmin accepts it. */
export const Readable = Type.Object({
  /** Seconds of the video that can be seen, for the offer. */
  seconds: Type.Number({ exclusiveMinimum: 0 }),
  /** Where the published video ends, in seconds from its beginning; later than `seconds` if there are holes before. */
  endSeconds: Type.Number({ exclusiveMinimum: 0 }),
});
export type Readable = Static<typeof Readable>;

/** Returns `12 seconds that are there`, or `11 minutes that could be read` for a file with holes. */
export function describeReadable({ endSeconds, seconds }: Readable): string {
  const isCutOff = endSeconds - seconds < 0.001;
  return `${describeLength(seconds)} ${isCutOff ? 'that are there' : 'that could be read'}`;
}

function describeLength(seconds: number): string {
  if (seconds >= 120) return `${Math.floor(seconds / 60)} minutes`;
  const whole = Math.max(1, Math.floor(seconds));
  return `${whole} ${whole === 1 ? 'second' : 'seconds'}`;
}
