/** A frame rate as an exact fraction of frames per second. */
export interface FrameRate {
  numerator: number;
  denominator: number;
}

/** Rates that cameras and editors mean when a file states one close to them. */
const COMMON: readonly FrameRate[] = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];

/**
 * Parses, for example, `30000/1001`. Returns undefined unless the rate is above zero (ffprobe prints `0/0` if unknown).
 */
export function parseFrameRate(text: string | undefined): FrameRate | undefined {
  const match = /^(\d+)\/(\d+)$/.exec(text ?? '');
  const numerator = Number(match?.[1]);
  const denominator = Number(match?.[2]);
  return numerator > 0 && denominator > 0 ? reduce({ numerator, denominator }) : undefined;
}

/** Formats a rate as a fraction, for example `30000/1001`. */
export function formatFrameRate(rate: FrameRate): string {
  return `${rate.numerator}/${rate.denominator}`;
}

/** Returns a rate in frames per second. */
export function framesPerSecond(rate: FrameRate): number {
  return rate.numerator / rate.denominator;
}

/** Returns whether two fractions are the same rate. */
export function isSameRate(a: FrameRate, b: FrameRate): boolean {
  return a.numerator * b.denominator === b.numerator * a.denominator;
}

/**
 * Returns the common rate within 0.3 % of a measured one, otherwise the measured one to three decimals. Frames of a second and
 * more are measured in milliseconds instead, since three decimals would move a frame of 16 s by 0.1 s.
 */
export function nearestCommonRate(perSecond: number): FrameRate {
  const near = COMMON.filter((rate) => Math.abs(framesPerSecond(rate) / perSecond - 1) < 0.003).sort(
    (a, b) => Math.abs(framesPerSecond(a) - perSecond) - Math.abs(framesPerSecond(b) - perSecond),
  )[0];
  if (near) return near;
  return perSecond > 1
    ? reduce({ numerator: Math.round(perSecond * 1000), denominator: 1000 })
    : reduce({ numerator: 1000, denominator: Math.round(1000 / perSecond) });
}

/** A slower picture is seen to stutter. */
const SMOOTH = 25;

/**
 * Returns n such that keeping every n-th frame reduces the rate to at most `cap`; up to 2 % above the cap is tolerated,
 * and up to half of it if the picture would stutter otherwise.
 */
export function decimationFor(rate: FrameRate, cap: number): number {
  const perSecond = framesPerSecond(rate);
  const every = Math.max(1, Math.ceil(perSecond / cap - 0.02));
  const isStuttering = perSecond / every < SMOOTH && perSecond / (every - 1) <= 1.5 * cap;
  return every > 1 && isStuttering ? every - 1 : every;
}

/** Returns a rate divided by a whole number, reduced. */
export function divideRate(rate: FrameRate, by: number): FrameRate {
  return reduce({ numerator: rate.numerator, denominator: rate.denominator * by });
}

/** Returns a rate multiplied by a whole number, reduced. */
export function multiplyRate(rate: FrameRate, by: number): FrameRate {
  return reduce({ numerator: rate.numerator * by, denominator: rate.denominator });
}

function reduce(rate: FrameRate): FrameRate {
  let [a, b] = [rate.numerator, rate.denominator];
  while (b > 0) [a, b] = [b, a % b];
  return { numerator: rate.numerator / a, denominator: rate.denominator / a };
}
