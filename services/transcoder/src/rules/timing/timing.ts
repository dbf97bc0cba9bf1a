import {
  framesPerSecond,
  isSameRate,
  multiplyRate,
  nearestCommonRate,
  type FrameRate,
} from './frame-rate.ts';
import type { Span } from './span.ts';

/** The measured timeline of a source; times in seconds. */
export interface Timing {
  /** First timestamp; all other times are relative to it. */
  startSeconds: number;
  /** How much later than their times the decoder outputs frames. */
  delaySeconds: number;
  /** The most by which key frames are decoded before they are shown, because frames are stored in another order. */
  leadSeconds: number;
  /** Start of the last frame, or of its last repetition if it is held. */
  lastFrameSeconds: number;
  /** End of the last frame, or of the sound if that is noticeably later. */
  durationSeconds: number;
  /** How long the last frame is held until the sound ends; 0 if it ends with the frame. */
  heldSeconds: number;
  /** End of the last packet of any stream. */
  lastPacketSeconds: number;
  /** Duration as stated by the container, if it does. */
  statedSeconds: number | undefined;
  frameRate: FrameRate;
  isVariable: boolean;
  /** Whether seeking is exact. */
  seekable: boolean;
  /** True if every packet was read, so that nothing depends on the header. */
  isWholeFile: boolean;
  /** True if the packets of a container without an index show that times may start again or jump. */
  hasJumps: boolean;
}

/** Seconds, in display order. */
export type Times = readonly number[] | Float64Array;

/** Frames of slower videos are repeated to reach this rate, so that every segment has frames and seeking is smooth. */
const SLOWEST = 5;
const FASTEST = 240;
/** Longest pause between frames with which a source may keep its own times. */
export const LONGEST_PAUSE_SECONDS = 1.5;

/**
 * Returns the constant rate at which all frames fall on whole multiples after `startSeconds`, each within a third of a
 * frame and nine of ten consecutive. Returns the best fit of several such rates, or undefined if there is none.
 * `runs` are spans of presentation times.
 */
export function findConstantRate(
  runs: readonly Times[],
  startSeconds: number,
  candidates: readonly FrameRate[],
): FrameRate | undefined {
  const fits = candidates.map((rate) => ({ rate, error: errorOf(runs, startSeconds, rate) }));
  return fits.filter((fit) => fit.error < 0.34).sort((a, b) => a.error - b.error)[0]?.rate;
}

/** Returns the largest deviation from a rate in frames; infinite if the frames are not consecutive. */
function errorOf(runs: readonly Times[], startSeconds: number, rate: FrameRate): number {
  const perSecond = framesPerSecond(rate);
  if (perSecond < SLOWEST || perSecond > FASTEST) return Infinity;
  let [error, steps, single] = [0, 0, 0];
  for (const run of runs) {
    let before: number | undefined;
    for (const time of run) {
      const number = (time - startSeconds) * perSecond;
      const place = Math.round(number);
      error = Math.max(error, Math.abs(number - place));
      if (before !== undefined) {
        if (place <= before) return Infinity;
        steps += 1;
        if (place === before + 1) single += 1;
      }
      before = place;
    }
  }
  return single >= steps * 0.9 ? error : Infinity;
}

/** Returns the mean rate of presentation times, as the nearest common rate; undefined for fewer than two frames. */
export function meanRate(times: Times): FrameRate | undefined {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || last <= first) return undefined;
  return nearestCommonRate((times.length - 1) / (last - first));
}

/**
 * Returns the rate at which most frames follow each other, as the nearest common rate; undefined for fewer than two. All
 * distances near the median count, since some containers round times to milliseconds.
 */
export function usualRate(times: Times): FrameRate | undefined {
  const steps = new Float64Array(Math.max(0, times.length - 1));
  for (let index = 0; index < steps.length; index += 1)
    steps[index] = (times[index + 1] ?? 0) - (times[index] ?? 0);
  const middle = steps.sort()[Math.floor(steps.length / 2)] ?? 0;
  if (middle <= 0) return undefined;
  const usual = steps.filter((step) => Math.abs(step - middle) < middle / 4);
  return nearestCommonRate(usual.length / usual.reduce((sum, step) => sum + step, 0));
}

/**
 * Returns the length of a video whose header states a duration. Containers with an index count it from zero, even if the
 * first frame comes later.
 */
export function statedLength(durationSeconds: number, startSeconds: number): number {
  return startSeconds > 0 && startSeconds < durationSeconds
    ? durationSeconds - startSeconds
    : durationSeconds;
}

/** Returns a displayable rate: a whole multiple of a slow one, 60 for an absurd one. */
export function usableRate(rate: FrameRate | undefined): FrameRate {
  if (!rate) return { numerator: 25, denominator: 1 };
  const perSecond = framesPerSecond(rate);
  if (perSecond > FASTEST) return { numerator: 60, denominator: 1 };
  return perSecond < SLOWEST ? multiplyRate(rate, Math.ceil(SLOWEST / perSecond)) : rate;
}

/** How much longer than its rate says the last picture must be shown to be held, in seconds. */
const NOTICED_SECONDS = 0.25;
/** Longest time for which the last picture is shown where only its packet says so. */
const LONGEST_LAST_SECONDS = 60;

/**
 * Returns how long the last picture is shown: as its packet says, but not past the end that the file states; or until
 * that end if it follows as other pictures do. Otherwise as long as a frame of the planned rate, which is the shorter
 * the slower the pictures of the file follow each other.
 */
export function lastPictureSeconds(of: {
  lastSeconds: number;
  /** The duration of the last packet. */
  ownSeconds: number | undefined;
  statedEndSeconds: number | undefined;
  /** The usual rate of the file's pictures. */
  usual: FrameRate | undefined;
  planned: FrameRate;
}): number {
  const { lastSeconds, ownSeconds = 0, usual } = of;
  const frameSeconds = 1 / framesPerSecond(of.planned);
  const rest = (of.statedEndSeconds ?? Number.NaN) - lastSeconds;
  const usualSeconds = usual ? 1 / framesPerSecond(usual) : 0;
  const isNext = rest > 0 && rest < 1.25 * usualSeconds;
  const limit = rest > 0 ? rest + NOTICED_SECONDS : LONGEST_LAST_SECONDS;
  const shown = Math.max(Math.min(ownSeconds, limit), isNext ? rest : 0);
  const isNoticed = shown - frameSeconds > (usualSeconds > 1.5 * frameSeconds ? 0.001 : NOTICED_SECONDS);
  return isNoticed ? shown : frameSeconds;
}

/** Returns the longest distance between consecutive times, in seconds. */
export function longestPause(times: Times): number {
  return distances(times, (longest, distance) => Math.max(longest, distance), 0);
}

/** Returns true if all frames are at least a third of a millisecond apart, so that each can keep its time. */
export function areDistinct(times: Times): boolean {
  return distances(times, (least, distance) => Math.min(least, distance), Infinity) > 0.0003;
}

function distances(times: Times, fold: (before: number, distance: number) => number, start: number): number {
  let result = start;
  for (let index = 1; index < times.length; index += 1)
    result = fold(result, (times[index] ?? 0) - (times[index - 1] ?? 0));
  return result;
}

/** Returns the candidates for a constant rate, without duplicates. */
export function rateCandidates(given: readonly (FrameRate | undefined)[]): FrameRate[] {
  const rates: FrameRate[] = [];
  for (const rate of given) {
    if (!rate) continue;
    const common = nearestCommonRate(framesPerSecond(rate));
    for (const candidate of [rate, common])
      if (!rates.some((known) => isSameRate(known, candidate))) rates.push(candidate);
  }
  return rates;
}

/** Returns true if a trial seek landed on a key frame at or before the wanted time, and decode times only increase. */
export function isExactSeek(found: Pick<Span, 'firstPacket' | 'isInOrder'>, wantedSeconds: number): boolean {
  const first = found.firstPacket;
  if (!first?.isKey || first.time === undefined || first.time > wantedSeconds + 0.001) return false;
  return wantedSeconds - first.time <= 60 && found.isInOrder;
}

/**
 * Returns the time of the first key frame of a recording that begins between key frames; undefined if it begins with one,
 * or has none. Some decoders output the frames before it, grey or torn, since those that they build on are missing.
 */
export function firstWholeFrame(
  span: Pick<Span, 'firstKeySeconds' | 'firstPacket' | 'hasGuesses'>,
): number | undefined {
  return span.firstPacket?.isKey === false && !span.hasGuesses ? span.firstKeySeconds : undefined;
}
