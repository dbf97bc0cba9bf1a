import { expect, test } from 'vitest';

import { findPeak, toChart } from './queue-bars.ts';

const NOW = '2026-11-21T10:00:30.000Z';
const sample = (at: string, waiting: number) => ({
  at: `2026-11-21T${at}:00.000Z`,
  waiting,
  oldestSeconds: 0,
});
const chartOf = (samples: ReturnType<typeof sample>[]) => toChart(samples, NOW, ({ waiting }) => waiting);

test('each sample has a bar at its minute, and a minute without a sample has none', () => {
  const { bars, top } = chartOf([sample('09:01', 2), sample('09:58', 8), sample('10:00', 0)]);
  expect(bars.map(({ position, height }) => [position, height])).toEqual([
    [0, 0.25],
    [57, 1],
    [59, 0],
  ]);
  expect(top).toBe(8);
});

test('a sample older than an hour, or later than the response, has no bar', () => {
  expect(chartOf([sample('09:00', 1), sample('10:01', 1)]).bars).toEqual([]);
});

test('the chart of an empty queue is flat', () => {
  expect(chartOf([sample('09:59', 0)])).toMatchObject({ top: 1, bars: [{ height: 0 }] });
});

test('the peak is the latest of the largest values', () => {
  expect(findPeak(chartOf([sample('09:58', 3), sample('09:59', 3), sample('10:00', 1)]).bars)?.position).toBe(
    58,
  );
  expect(findPeak([])).toBeUndefined();
});
