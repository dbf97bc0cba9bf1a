import { describe, expect, it, vi } from 'vitest';

import {
  formatAge,
  formatDate,
  formatDuration,
  formatList,
  formatViews,
  formatWait,
  formatWaitEnd,
} from './format.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [61, '1:01'],
    [151.999, '2:31'],
    [4503, '75:03'],
    [36_000, '600:00'],
    [null, '0:00'],
    [undefined, '0:00'],
    [-5, '0:00'],
    [Number.NaN, '0:00'],
    [Infinity, '0:00'],
  ])('formatDuration writes %s seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('formatViews', () => {
  it.each([
    [0, '0 views'],
    [1, '1 view'],
    [54, '54 views'],
    [999, '999 views'],
    [1000, '1.0K views'],
    [1249, '1.2K views'],
    [15_300, '15.3K views'],
    [999_949, '999.9K views'],
    [999_950, '1.0M views'],
    [1_000_000, '1.0M views'],
    [1_149_000, '1.1M views'],
    [2_500_000_000, '2500.0M views'],
  ])('formatViews writes %d as %s', (count, text) => {
    expect(formatViews(count)).toBe(text);
  });
});

describe('formatAge', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  it.each([
    ['2026-11-21T12:00:00.000Z', '0 minutes ago'],
    ['2026-11-21T12:00:30.000Z', '0 minutes ago'],
    ['2026-11-21T11:59:00.000Z', '1 minute ago'],
    ['2026-11-21T11:22:00.000Z', '38 minutes ago'],
    ['2026-11-21T11:00:00.001Z', '59 minutes ago'],
    ['2026-11-21T11:00:00.000Z', '1 hour ago'],
    ['2026-11-20T12:00:00.001Z', '23 hours ago'],
    ['2026-11-20T12:00:00.000Z', '1 day ago'],
    ['2026-08-23T12:00:00.000Z', '90 days ago'],
  ])('formatAge writes %s as %s', (iso, text) => {
    expect(formatAge(iso, now)).toBe(text);
  });
});

describe('formatList', () => {
  const lists = [[], ['A'], ['A', 'B'], ['A', 'B', 'C'], ['A and B', 'C', 'D', 'E']];
  it.each(['conjunction', 'disjunction', 'unit'] as const)('formatList joins a %s as Intl does', (type) => {
    const format = new Intl.ListFormat('en-GB', { type });
    expect(lists.map((items) => formatList(items, type))).toEqual(lists.map((items) => format.format(items)));
  });

  it('formatList does not start Intl for English', () => {
    const start = vi.spyOn(Intl, 'ListFormat');
    formatList(['A', 'B', 'C']);
    expect(start).not.toHaveBeenCalled();
    start.mockRestore();
  });
});

describe('formatDate', () => {
  it('formatDate writes day, month and year, and a dash for no date', () => {
    expect(formatDate('2026-09-04T12:00:00.000Z')).toBe('4 September 2026');
    expect(formatDate(null)).toBe('–');
    expect(formatDate('soon')).toBe('–');
  });
});

describe('formatWait', () => {
  it.each([
    [0, '1 second'],
    [0.4, '1 second'],
    [45, '45 seconds'],
    [59.2, '1 minute'],
    [61, '2 minutes'],
    [3540, '59 minutes'],
    [3541, '1 hour'],
    [7201, '3 hours'],
  ])('formatWait writes %s seconds as %s', (seconds, text) => {
    expect(formatWait(seconds)).toBe(text);
  });
});

describe('formatWaitEnd', () => {
  it.each([
    [0, 'in 1 second'],
    [45, 'in 45 seconds'],
    [3541, 'in 1 hour'],
    [7201, 'in 3 hours'],
    [7_200_000, 'in 2000 hours'],
  ])('formatWaitEnd writes %s seconds as %s', (seconds, text) => {
    expect(formatWaitEnd(seconds)).toBe(text);
  });
});

describe('the formats of a list of songs', () => {
  it('the formats of a list of songs do not start Intl in English', async () => {
    vi.resetModules(); // formats are kept
    const format = await import('./format.ts');
    const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'RelativeTimeFormat')];
    try {
      const now = Date.parse('2026-11-21T12:00:00.000Z');
      const age = format.formatAge('2020-11-21T12:00:00.000Z', now);
      const shown = [format.formatDuration(3725), format.formatCount(15_300), age];
      expect(shown).toEqual(['62:05', '15.3K', '2191 days ago']);
      for (const spy of made) expect(spy).not.toHaveBeenCalled();
    } finally {
      for (const spy of made) spy.mockRestore();
    }
  });
});
