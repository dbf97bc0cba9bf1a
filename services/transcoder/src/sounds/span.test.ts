import { describe, expect, it } from 'vitest';

import { cutOut, findSpan } from './span.ts';

const RATE = 1000;
const options = { rate: RATE, maxSeconds: 10 };

/** A recording of consecutive stretches of a tone, each `[seconds, amplitude]`. */
function recording(...stretches: [number, number][]): Float32Array {
  const samples = stretches.flatMap(([seconds, amplitude]) =>
    Array.from({ length: Math.round(seconds * RATE) }, (_, index) => amplitude * (index % 2 ? 1 : -1)),
  );
  return new Float32Array(samples);
}

describe('the sound of a recording', () => {
  it('the span of a sound lies between the silences and includes 60 ms of each', () => {
    expect(findSpan(recording([1, 0], [2, 0.5], [0.5, 0]), options)).toEqual({ start: 940, end: 3060 });
  });

  it('the span covers the whole recording if there is no silence', () => {
    expect(findSpan(recording([2, 0.5]), options)).toEqual({ start: 0, end: 2000 });
  });

  it('the span of a sound excludes room noise that is 40 dB quieter', () => {
    expect(findSpan(recording([1, 0.005], [1, 0.5], [1, 0.005]), options)).toEqual({ start: 940, end: 2060 });
  });

  it('the span includes pauses and the quiet ends of words', () => {
    const samples = recording([1, 0], [0.5, 0.5], [0.5, 0], [0.3, 0.02], [1, 0]);
    expect(findSpan(samples, options)).toEqual({ start: 940, end: 2360 });
  });

  it('the span does not begin with the click of a button', () => {
    const samples = recording([0.5, 0], [0.01, 0.9], [0.5, 0], [1, 0.5], [0.5, 0], [0.01, 0.9], [0.5, 0]);
    expect(findSpan(samples, options)).toEqual({ start: 950, end: 2070 });
  });

  it('the span may consist of a single click', () => {
    expect(findSpan(recording([0.5, 0], [0.01, 0.9], [0.5, 0]), options)).toEqual({ start: 440, end: 570 });
  });

  it('a quiet sound has a span, too', () => {
    expect(findSpan(recording([1, 0], [1, 0.003], [1, 0]), options)).toEqual({ start: 940, end: 2060 });
  });

  it('the span ends after the maximum duration', () => {
    expect(findSpan(recording([1, 0], [30, 0.5]), options)).toEqual({ start: 940, end: 10_940 });
  });

  it('the span is undefined for silence, for almost no samples, and for NaN samples', () => {
    expect(findSpan(recording([2, 0]), options)).toBeUndefined();
    expect(findSpan(recording([2, 0.0005]), options)).toBeUndefined();
    expect(findSpan(new Float32Array(0), options)).toBeUndefined();
    expect(findSpan(new Float32Array(500).fill(Number.NaN), options)).toBeUndefined();
  });
});

it('cutOut fades both ends of a span and does not modify the recording', () => {
  const samples = recording([1, 0.5]);
  const cut = cutOut(samples, { start: 100, end: 400 }, RATE);
  expect(cut).toHaveLength(300);
  expect(cut[0]).toBeCloseTo(0);
  expect(Math.abs(cut[150] ?? 0)).toBe(0.5);
  expect(cut[299]).toBeCloseTo(0);
  expect(Math.abs(samples[100] ?? 0)).toBe(0.5);
});
