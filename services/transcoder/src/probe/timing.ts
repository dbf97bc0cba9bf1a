import {
  framesPerSecond,
  isSameRate,
  multiplyRate,
  nearestCommonRate,
  type FrameRate,
} from '../hls/frame-rate.ts';
import type { Packet } from '../media/ffprobe.ts';

/** Slower pictures are repeated up to at least this, so that every segment has frames and seeking is smooth. */
const SLOWEST = 5;
const FASTEST = 240;
/** Longest pause between frames for which a source keeps its own times. */
export const LONGEST_PAUSE_SECONDS = 1.5;

/** Times of frames in the order in which they are shown, without those that are not shown. */
export function shownTimes(packets: readonly Packet[]): number[] {
  return packets
    .filter((packet) => !packet.isDiscarded)
    .map((packet) => packet.time)
    .filter((time) => time !== undefined)
    .sort((a, b) => a - b);
}

/**
 * The rate of which all given frames are whole multiples after `startSeconds`, each within a third of a frame,
 * nine of ten directly one after the other: of several such rates the one that fits best, undefined where there is none.
 * `runs`: spans of shown times.
 */
export function findConstantRate(
  runs: readonly (readonly number[])[],
  startSeconds: number,
  candidates: readonly FrameRate[],
): FrameRate | undefined {
  const fits = candidates.map((rate) => ({ rate, error: errorOf(runs, startSeconds, rate) }));
  return fits.filter((fit) => fit.error < 0.34).sort((a, b) => a.error - b.error)[0]?.rate;
}

/** The largest distance of a frame from its place at a rate, in frames; infinite where they do not follow each other. */
function errorOf(runs: readonly (readonly number[])[], startSeconds: number, rate: FrameRate): number {
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

/** Mean rate of a list of shown times, as the common rate near it; undefined for fewer than two frames. */
export function meanRate(times: readonly number[]): FrameRate | undefined {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || last <= first) return undefined;
  return nearestCommonRate((times.length - 1) / (last - first));
}

/** A rate that a picture can be shown at: whole multiples of a slow one, 60 for an absurd one. */
export function usableRate(rate: FrameRate | undefined): FrameRate {
  if (!rate) return { numerator: 25, denominator: 1 };
  const perSecond = framesPerSecond(rate);
  if (perSecond > FASTEST) return { numerator: 60, denominator: 1 };
  return perSecond < SLOWEST ? multiplyRate(rate, Math.ceil(SLOWEST / perSecond)) : rate;
}

export function longestPause(times: readonly number[]): number {
  return times.slice(1).reduce((longest, time, index) => Math.max(longest, time - (times[index] ?? time)), 0);
}

/** No two frames at one time (a third of a millisecond apart at least), so that each keeps its own. */
export function areDistinct(times: readonly number[]): boolean {
  return times.slice(1).every((time, index) => time - (times[index] ?? 0) > 0.0003);
}

/** Candidates for a constant rate, without repeats. */
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

/** A trial seek landed where it should: on a key frame at or before the wanted time, and decode times only grow. */
export function isExactSeek(packets: readonly Packet[], wantedSeconds: number): boolean {
  const first = packets[0];
  if (!first?.isKey || first.time === undefined || first.time > wantedSeconds + 0.001) return false;
  if (wantedSeconds - first.time > 60) return false;
  const times = packets.map((packet) => packet.decodeTime).filter((time) => time !== undefined);
  return times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
}
