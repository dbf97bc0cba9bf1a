/** Loudness of a card's sound in LUFS, and how far from it a sound may be at most. */
export const TARGET_LUFS = -16;
export const TOLERANCE_LU = 0.5;
/** Highest true peak in dB below full scale. */
export const PEAK_DB = -1.5;
/** ffmpeg's log has one decimal, and other meters fill in what is between the samples in their own way. */
const METER_DB = 0.15;

/** What ffmpeg's `ebur128` measures (EBU R 128). */
export interface Loudness {
  integratedLufs: number;
  truePeakDb: number;
}

/** How a sound is made louder or quieter. */
export interface Level {
  gainDb: number;
  /** Where the limiter holds peaks down; encoding lets them rise a little again. */
  ceilingDb: number;
}

const CEILING_DB = -2;
const LOWEST_CEILING_DB = -9;
/** More than this would be made of noise. */
const MOST_GAIN_DB = 45;
/** Where the limiter eats up what is added, more does not help. */
const MOST_EXTRA_DB = 8;

/** The last summary in ffmpeg's log; undefined without one, and for sounds that are too short to be measured. */
export function readLoudness(log: string): Loudness | undefined {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integratedLufs = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]);
  const truePeakDb = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]);
  // -70 is the gate: nothing passed it.
  if (!Number.isFinite(integratedLufs) || integratedLufs <= -70) return undefined;
  return { integratedLufs, truePeakDb: Number.isFinite(truePeakDb) ? truePeakDb : 0 };
}

export function firstLevel(measured: Loudness): Level {
  return { gainDb: limitGain(TARGET_LUFS - measured.integratedLufs), ceilingDb: CEILING_DB };
}

/** What to try next when a sound came out as `result`; undefined when that is good. */
export function nextLevel(level: Level, result: Loudness, first: Level): Level | undefined {
  const missing = TARGET_LUFS - result.integratedLufs;
  const excess = Math.max(0, result.truePeakDb + METER_DB - PEAK_DB);
  if (Math.abs(missing) <= TOLERANCE_LU && excess === 0) return undefined;
  return {
    gainDb: limitGain(Math.min(level.gainDb + missing, first.gainDb + MOST_EXTRA_DB)),
    ceilingDb: excess > 0 ? Math.max(LOWEST_CEILING_DB, level.ceilingDb - excess - 0.1) : level.ceilingDb,
  };
}

function limitGain(gainDb: number): number {
  return Math.min(MOST_GAIN_DB, Math.round(gainDb * 100) / 100);
}
