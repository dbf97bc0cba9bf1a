import { CEILING_DB, PEAK_DB, TARGET_LUFS, type Loudness } from '../rules/sound/loudness.ts';

/** Maximum deviation of a card's sound from the common loudness. */
const TOLERANCE_LU = 0.5;
/** Margin for the single decimal in ffmpeg's log, and for meters that interpolate differently. */
const METER_DB = 0.15;

/** Parameters for changing a sound's loudness. */
export interface Level {
  gainDb: number;
  /** The limiter's ceiling. */
  ceilingDb: number;
}

const MIN_CEILING_DB = -9;
/** More gain would amplify only noise. */
const MAX_GAIN_DB = 45;
/** Further gain does not help, since the limiter removes it again. */
const MAX_EXTRA_DB = 8;

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
