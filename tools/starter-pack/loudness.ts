import { SAMPLE_RATE, type Samples } from './samples.ts';

/** A filter of second order: `y = b0 x + b1 x' + b2 x'' − a1 y' − a2 y''`. */
type Biquad = [b0: number, b1: number, b2: number, a1: number, a2: number];

/** Points between two samples at which a true peak is searched: four times the rate. */
const PHASES = [0.25, 0.5, 0.75];
const REACH = 12;

const TAPS = PHASES.map((phase) =>
  Array.from({ length: 2 * REACH }, (_, tap) => windowedSinc(tap - REACH + 1 - phase)),
);

/**
 * Returns the loudness of a single channel in LUFS (ITU-R BS.1770-4: weighted, gated), as if surrounded by a second of
 * silence, so that it is defined for words shorter than a block of 400 ms. −Infinity for silence.
 */
export function measureLoudness(samples: Samples): number {
  const padded = new Float64Array(samples.length + 2 * SAMPLE_RATE);
  padded.set(samples, SAMPLE_RATE);
  const weighted = [shelf(), highPass()].reduce(applyBiquad, padded);
  const powers = blockPowers(weighted).filter((power) => toLufs(power) > -70);
  const gate = toLufs(average(powers)) - 10;
  return toLufs(average(powers.filter((power) => toLufs(power) > gate)));
}

/** Returns the highest true peak, linear: 1 is full scale. */
export function measureTruePeak(samples: Samples): number {
  return truePeaks(samples).reduce((top, value) => Math.max(top, value), 0);
}

/** Returns for each sample the highest absolute value at it and between it and the next one. */
export function truePeaks(samples: Samples): Samples {
  return samples.map((value, at) =>
    TAPS.reduce((top, taps) => {
      let sum = 0;
      for (const [tap, weight] of taps.entries()) sum += weight * (samples[at + tap - REACH + 1] ?? 0);
      return Math.max(top, Math.abs(sum));
    }, Math.abs(value)),
  );
}

/** Returns an amplitude, as a share of full scale, in decibels. */
export function toDecibels(share: number): number {
  return 20 * Math.log10(share);
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean squares of blocks of 400 ms, a new one every 100 ms. */
function blockPowers(samples: Float64Array): number[] {
  const [length, step] = [SAMPLE_RATE * 0.4, SAMPLE_RATE * 0.1];
  const count = Math.floor((samples.length - length) / step) + 1;
  return Array.from({ length: count }, (_, block) => {
    const part = samples.subarray(block * step, block * step + length);
    return part.reduce((sum, value) => sum + value * value, 0) / length;
  });
}

function applyBiquad(input: Float64Array, [b0, b1, b2, a1, a2]: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return input.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** Returns the first stage of the weighting, the shelf. The standard has it at 48 kHz; this is its analogue form. */
function shelf(): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

/** Returns the second stage, which attenuates low tones. */
function highPass(): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}

function windowedSinc(x: number): number {
  if (x === 0) return 1;
  const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (REACH + 1));
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
}
