import { describe, expect, it } from 'vitest';

import { cutOut, findSpan } from './span.ts';

const RATE = 1000;
const options = { rate: RATE, maxSeconds: 10 };

/** Stretches of a tone, each `[seconds, amplitude]`, one after another. */
function recording(...stretches: [number, number][]): Float32Array {
  const samples = stretches.flatMap(([seconds, amplitude]) =>
    Array.from({ length: Math.round(seconds * RATE) }, (_, index) => amplitude * (index % 2 ? 1 : -1)),
  );
  return new Float32Array(samples);
}

describe('the sound of a recording', () => {
  it('is what lies between the silences, and 60 ms of them', () => {
    expect(findSpan(recording([1, 0], [2, 0.5], [0.5, 0]), options)).toEqual({ start: 940, end: 3060 });
  });

  it('begins and ends with the recording where there is no silence', () => {
    expect(findSpan(recording([2, 0.5]), options)).toEqual({ start: 0, end: 2000 });
  });

  it('is told from the noise of a room, which is 40 dB below it', () => {
    expect(findSpan(recording([1, 0.005], [1, 0.5], [1, 0.005]), options)).toEqual({ start: 940, end: 2060 });
  });

  it('keeps pauses and quiet ends of words', () => {
    const samples = recording([1, 0], [0.5, 0.5], [0.5, 0], [0.3, 0.02], [1, 0]);
    expect(findSpan(samples, options)).toEqual({ start: 940, end: 2360 });
  });

  it('does not begin with the click of a button', () => {
    const samples = recording([0.5, 0], [0.01, 0.9], [0.5, 0], [1, 0.5], [0.5, 0], [0.01, 0.9], [0.5, 0]);
    expect(findSpan(samples, options)).toEqual({ start: 950, end: 2070 });
  });

  it('may be nothing but a click', () => {
    expect(findSpan(recording([0.5, 0], [0.01, 0.9], [0.5, 0]), options)).toEqual({ start: 440, end: 570 });
  });

  it('is found when it is quiet', () => {
    expect(findSpan(recording([1, 0], [1, 0.003], [1, 0]), options)).toEqual({ start: 940, end: 2060 });
  });

  it('ends after the longest time there is', () => {
    expect(findSpan(recording([1, 0], [30, 0.5]), options)).toEqual({ start: 940, end: 10_940 });
  });

  it('is missing from silence, from next to nothing, and from samples that are no numbers', () => {
    expect(findSpan(recording([2, 0]), options)).toBeUndefined();
    expect(findSpan(recording([2, 0.0005]), options)).toBeUndefined();
    expect(findSpan(new Float32Array(0), options)).toBeUndefined();
    expect(findSpan(new Float32Array(500).fill(Number.NaN), options)).toBeUndefined();
  });
});

it('is cut out with its ends faded, and the recording stays as it is', () => {
  const samples = recording([1, 0.5]);
  const cut = cutOut(samples, { start: 100, end: 400 }, RATE);
  expect(cut).toHaveLength(300);
  expect(cut[0]).toBeCloseTo(0);
  expect(Math.abs(cut[150] ?? 0)).toBe(0.5);
  expect(cut[299]).toBeCloseTo(0);
  expect(Math.abs(samples[100] ?? 0)).toBe(0.5);
});
