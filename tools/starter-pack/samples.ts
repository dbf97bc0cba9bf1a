/** Samples a second of everything that the pack plays; the voices themselves end at 8 kHz. */
export const SAMPLE_RATE = 24_000;

/** Mono sound at `SAMPLE_RATE`, full scale ±1. */
export type Samples = Float32Array;

/** Returns a sound without the silence (below 1/60 of the peak) at both ends, except `keepSeconds`, faded. */
export function trimSilence(samples: Samples, keepSeconds = 0.06): Samples {
  const floor = samples.reduce((top, value) => Math.max(top, Math.abs(value)), 0) / 60;
  const first = samples.findIndex((value) => Math.abs(value) > floor);
  const last = samples.findLastIndex((value) => Math.abs(value) > floor);
  const keep = Math.round(keepSeconds * SAMPLE_RATE);
  const cut = new Float32Array(last - first + 1 + 2 * keep);
  for (let index = 0; index < cut.length; index += 1) {
    const edge = Math.min(index, cut.length - 1 - index) / keep;
    cut[index] = (samples[first - keep + index] ?? 0) * Math.min(1, edge);
  }
  return cut;
}

/** Adds `samples` to `target` from `atSeconds` on; samples after the end are dropped. */
export function mixInto(target: Samples, samples: Samples, atSeconds: number): void {
  const start = Math.round(atSeconds * SAMPLE_RATE);
  const end = Math.min(samples.length, target.length - start);
  for (let index = 0; index < end; index += 1)
    target[start + index] = (target[start + index] ?? 0) + (samples[index] ?? 0);
}

/** Returns the duration of a sound in seconds. */
export function durationSeconds(samples: Samples): number {
  return samples.length / SAMPLE_RATE;
}
