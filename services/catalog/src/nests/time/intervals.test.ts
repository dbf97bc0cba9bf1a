import { createRandom, readSeed } from '@larksong/service-kit/testing/random';
import { describe, expect, it } from 'vitest';

import { addInterval, countedInterval, type Interval } from './intervals.ts';

const NOW = Date.UTC(2026, 10, 30, 12);

describe('a report', () => {
  it.each([
    ['every ten seconds counts these', 10_000, false, 10_000],
    ['after ten minutes counts 15 seconds', 600_000, false, 15_000],
    ['after a pause counts nothing', 10_000, true, null],
    ['in the same instant counts nothing', 0, false, null],
    ['before the last one, by another clock, counts nothing', -5, false, null],
  ])('%s', (_name, agoMs, begins, counted) => {
    const interval = countedInterval({ nowMs: NOW, sinceMs: NOW - agoMs, begins });
    expect(interval && interval[1] - interval[0]).toBe(counted);
  });

  it('that is the first of its device counts nothing', () => {
    expect(countedInterval({ nowMs: NOW, sinceMs: null, begins: false })).toBeNull();
  });
});

describe('the intervals of several devices', () => {
  it('count once where they overlap', () => {
    const first = addInterval([], [0, 10_000]);
    expect(first).toEqual({ added: [[0, 10_000]], recent: [[0, 10_000]] });
    const second = addInterval(first.recent, [4000, 14_000]);
    expect(second).toEqual({ added: [[10_000, 14_000]], recent: [[0, 14_000]] });
    expect(addInterval(second.recent, [2000, 12_000]).added).toEqual([]);
    expect(addInterval([[5000, 6000]], [4000, 8000]).added).toEqual([
      [4000, 5000],
      [6000, 8000],
    ]);
  });

  it('are forgotten after a minute', () => {
    const { recent } = addInterval([[0, 10_000]], [65_000, 75_000]);
    expect(recent).toEqual([[65_000, 75_000]]);
    expect(addInterval([[0, 30_000]], [65_000, 80_000]).recent).toEqual([
      [20_000, 30_000],
      [65_000, 80_000],
    ]);
  });

  it('of random devices add up to their union', () => {
    const seed = readSeed();
    const random = createRandom(seed);
    const devices = [{ since: null as number | null }, { since: null }, { since: null }];
    const seconds = new Set<number>();
    let [recent, total]: [Interval[], number] = [[], 0];
    for (let now = NOW; now < NOW + 3_600_000; now += 1000 * random.whole(0, 4)) {
      const device = random.pick(devices);
      const begins = random.chance(0.1);
      const interval = countedInterval({ nowMs: now, sinceMs: device.since, begins });
      device.since = now;
      if (!interval) continue;
      const result = addInterval(recent, interval);
      ({ recent } = result);
      for (const [start, end] of result.added) total += end - start;
      for (let at = interval[0]; at < interval[1]; at += 1000) seconds.add(at);
    }
    expect(total / 1000, `seed ${seed}`).toBe(seconds.size);
  });
});
