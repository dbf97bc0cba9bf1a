import { findQuality, toQualities } from './quality.ts';

/** A rung of a stream: sizes in pixels, the highest bit rate of a segment in bits per second. */
export interface Rung {
  width: number;
  height: number;
  bitrate: number;
}

/** The facts known before the first segment is requested. Rates in bits per second; null is unknown. */
export interface Expectations {
  /** The quality that the viewer has chosen. */
  quality: string | null;
  /** Measured while an earlier video was loaded. */
  measured: number | null;
  /** The browser's estimate, which is coarse. */
  estimated: number | null;
  /** Width of the page in pixels of the screen. */
  width: number;
}

/** Share of the rate to count on, since a rate is rarely sustained. */
const SAFE_SHARE = 0.7;
/** More pixels than this for each pixel of the page are not visible. */
const MAX_PIXEL_RATIO = 2;

/**
 * Returns the index of the rung to start with: the chosen quality, otherwise the best one that the connection carries
 * and the page can show. While no rate has been measured, it is at most `usual`, the index of the stream's own choice.
 */
export function chooseStartRung(rungs: readonly Rung[], usual: number, known: Expectations): number {
  const chosen = findQuality(toQualities(rungs), known.quality);
  if (chosen) return chosen.index;
  const rate = known.measured ?? known.estimated;
  if (rate === null) return usual;
  const limit = known.measured === null ? (rungs[usual]?.bitrate ?? 0) : Infinity;
  const byRate = rungs
    .map((rung, index) => ({ ...rung, index }))
    .toSorted((one, other) => one.bitrate - other.bitrate);
  const enough = byRate.find(({ width }) => width >= known.width)?.bitrate ?? Infinity;
  const most = Math.min(rate * SAFE_SHARE, limit, enough);
  return (byRate.findLast(({ bitrate }) => bitrate <= most) ?? byRate[0])?.index ?? usual;
}

/** Not in all browsers, nor in TypeScript's types. */
interface Connection {
  /** In megabits per second. */
  downlink?: number;
}

/** Returns what this device knows before a stream is opened, given the stored preferences. */
export function readExpectations(stored: { quality: string | null; bandwidth: number | null }): Expectations {
  const { connection } = navigator as { connection?: Connection };
  const { downlink } = connection ?? {};
  return {
    quality: stored.quality,
    measured: stored.bandwidth,
    estimated: downlink === undefined ? null : downlink * 1e6,
    width: window.innerWidth * Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO),
  };
}
