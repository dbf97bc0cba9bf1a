/** Target loudness of a card's sound in LUFS, and the maximum deviation. */
export const TARGET_LUFS = -16;
export const TOLERANCE_LU = 0.5;
/** Maximum true peak in dBFS. */
export const PEAK_DB = -1.5;
/** Margin for the single decimal in ffmpeg's log, and for meters that interpolate differently. */
const METER_DB = 0.15;

/** A measurement by ffmpeg's `ebur128` (EBU R 128). */
export interface Loudness {
  integratedLufs: number;
  truePeakDb: number;
}

/** Parameters for changing a sound's loudness. */
export interface Level {
  gainDb: number;
  /** The limiter's ceiling; encoding raises peaks slightly above it. */
  ceilingDb: number;
}

const CEILING_DB = -2;
const MIN_CEILING_DB = -9;
/** More gain would amplify only noise. */
const MAX_GAIN_DB = 45;
/** Further gain does not help, since the limiter removes it again. */
const MAX_EXTRA_DB = 8;

/**
 * Parses the last summary in ffmpeg's log; returns undefined if there is none or the sound is too short to be measured.
 */
export function readLoudness(log: string): Loudness | undefined {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integratedLufs = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]);
  const truePeakDb = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]);
  // -70 is the gate: nothing passed it.
  if (!Number.isFinite(integratedLufs) || integratedLufs <= -70) return undefined;
  return { integratedLufs, truePeakDb: Number.isFinite(truePeakDb) ? truePeakDb : 0 };
}

/** Returns the level to encode a sound with at first. */
export function firstLevel(measured: Loudness): Level {
  return { gainDb: limitGain(TARGET_LUFS - measured.integratedLufs), ceilingDb: CEILING_DB };
}

/** Returns the level to try after a `result`; undefined if the result is within the tolerance. */
export function nextLevel(level: Level, result: Loudness, first: Level): Level | undefined {
  const missing = TARGET_LUFS - result.integratedLufs;
  const excess = Math.max(0, result.truePeakDb + METER_DB - PEAK_DB);
  if (Math.abs(missing) <= TOLERANCE_LU && excess === 0) return undefined;
  return {
    gainDb: limitGain(Math.min(level.gainDb + missing, first.gainDb + MAX_EXTRA_DB)),
    ceilingDb: excess > 0 ? Math.max(MIN_CEILING_DB, level.ceilingDb - excess - 0.1) : level.ceilingDb,
  };
}

function limitGain(gainDb: number): number {
  return Math.min(MAX_GAIN_DB, Math.round(gainDb * 100) / 100);
}
