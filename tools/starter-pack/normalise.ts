import { measureLoudness, measureTruePeak, toDecibels, truePeaks } from './loudness.ts';
import { SAMPLE_RATE, type Samples } from './samples.ts';

/** Loudness of the words, in LUFS, and the highest true peak of all sounds, in dBTP. */
const LOUDNESS = -16;
const PEAK = -1.5;
/** The limiter leaves headroom, since MP3 changes peaks slightly. */
const LIMITER_TOP = 10 ** (-2.6 / 20);
/** More limiting would be audible. */
const MAX_LIMITING_DB = 8;

/**
 * Returns a sound at `loudness` LUFS, made by gain and a limiter, with its true peak below −1.5 dBTP. Returns the closest
 * result: the quiet end of a word like "heart" passes the gate once it is amplified, which lowers the loudness again.
 * Throws if the result is more than 2 LU away.
 */
export function normalise(samples: Samples, loudness = LOUDNESS): Samples {
  const most = MAX_LIMITING_DB + toDecibels(LIMITER_TOP / measureTruePeak(samples));
  let gain = Math.min(most, loudness - measureLoudness(samples));
  let best = { result: samples, missing: Infinity };
  for (let round = 0; round < 12 && Math.abs(best.missing) > 0.1; round += 1) {
    const result = limit(samples, gain);
    const missing = loudness - measureLoudness(result);
    if (Math.abs(missing) < Math.abs(best.missing)) best = { result, missing };
    gain = Math.min(most, gain + missing);
  }
  const peak = toDecibels(measureTruePeak(best.result));
  if (Math.abs(best.missing) > 2 || peak > PEAK)
    throw new Error(
      `The sound stays ${best.missing.toFixed(1)} LU too quiet, with a peak of ${peak.toFixed(1)} dBTP`,
    );
  return best.result;
}

/**
 * Amplifies a sound and limits it to `LIMITER_TOP`: each sample gets the lowest gain that any sample within 5 ms needs,
 * smoothed over the same time, so that no peak passes and no edge is audible.
 */
function limit(samples: Samples, gainDb: number): Samples {
  const gain = 10 ** (gainDb / 20);
  const reach = Math.round(SAMPLE_RATE * 0.005);
  const needed = truePeaks(samples).map((peak) => Math.min(1, LIMITER_TOP / Math.max(1e-9, peak * gain)));
  const around = (values: Samples, at: number) => values.subarray(Math.max(0, at - reach), at + reach + 1);
  const lowest = needed.map((_, at) => around(needed, at).reduce((low, share) => Math.min(low, share), 1));
  return samples.map((value, at) => {
    const shares = around(lowest, at);
    return value * gain * (shares.reduce((sum, share) => sum + share, 0) / shares.length);
  });
}
