import { describe, expect, it } from 'vitest';

import { isTimeZone, nextAt, splitAtMidnight, toLocal } from './local-time.ts';

const at = (text: string) => Date.parse(text);

describe('toLocal', () => {
  it.each([
    ['2026-11-30T22:59:59Z', 'Europe/Berlin', '2026-11-30', 0, 23 * 60 + 59],
    ['2026-11-30T23:00:00Z', 'Europe/Berlin', '2026-12-01', 1, 0],
    ['2026-03-29T00:59:00Z', 'Europe/Berlin', '2026-03-29', 6, 119], // 1:59
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 6, 180], // 3:00, an hour skipped
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25', 6, 150], // 2:30
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25', 6, 150], // 2:30 again
    ['2026-01-01T13:00:00Z', 'Australia/Lord_Howe', '2026-01-02', 4, 0], // +11
    ['2026-07-01T13:30:00Z', 'Australia/Lord_Howe', '2026-07-02', 3, 0], // +10:30
    ['2026-11-30T12:00:00Z', 'Pacific/Kiritimati', '2026-12-01', 1, 120],
    ['2026-11-30T12:00:00Z', 'UTC', '2026-11-30', 0, 720],
  ])('of %s in %s is %s', (moment, zone, day, weekday, minute) => {
    expect(toLocal(at(moment), zone)).toEqual({ day, weekday, minute });
  });

  it('knows which time zones there are', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});

describe('splitAtMidnight', () => {
  const split = (start: string, end: string, zone: string) =>
    splitAtMidnight(at(start), at(end), zone).map(({ day, startMs, endMs }) => [day, endMs - startMs]);

  it('leaves an interval of one day whole, also one that ends at midnight', () => {
    expect(split('2026-11-30T22:00:00Z', '2026-11-30T22:00:10Z', 'Europe/Berlin')).toEqual([
      ['2026-11-30', 10_000],
    ]);
    expect(split('2026-11-30T22:59:50Z', '2026-11-30T23:00:00Z', 'Europe/Berlin')).toEqual([
      ['2026-11-30', 10_000],
    ]);
  });

  it.each([
    ['2026-11-30T22:59:56Z', 'Europe/Berlin', '2026-11-30', '2026-12-01'],
    ['2026-03-28T22:59:56Z', 'Europe/Berlin', '2026-03-28', '2026-03-29'],
    ['2026-10-24T21:59:56Z', 'Europe/Berlin', '2026-10-24', '2026-10-25'],
    ['2026-10-25T22:59:56Z', 'Europe/Berlin', '2026-10-25', '2026-10-26'],
    ['2026-07-01T13:29:56Z', 'Australia/Lord_Howe', '2026-07-01', '2026-07-02'],
  ])('splits an interval from %s at midnight in %s', (start, zone, day, next) => {
    const end = new Date(at(start) + 10_000).toISOString();
    expect(split(start, end, zone)).toEqual([
      [day, 4000],
      [next, 6000],
    ]);
  });
});

describe('nextAt', () => {
  it.each([
    ['2026-11-30T12:00:00Z', 18 * 60, '2026-11-30T17:00:00.000Z'],
    ['2026-11-30T18:00:00Z', 18 * 60, '2026-12-01T17:00:00.000Z'],
    ['2026-11-30T12:00:00.500Z', 0, '2026-11-30T23:00:00.000Z'],
    ['2026-03-28T17:30:00Z', 7 * 60, '2026-03-29T05:00:00.000Z'],
    ['2026-10-24T17:30:00Z', 7 * 60, '2026-10-25T06:00:00.000Z'],
    // 2:30 does not exist in this night: the clocks go from 2:00 to 3:00.
    ['2026-03-28T22:30:00Z', 150, '2026-03-29T01:00:00.000Z'],
  ])('after %s, clocks in Berlin show minute %i at %s', (from, minute, expected) => {
    expect(new Date(nextAt(at(from), minute, 'Europe/Berlin')).toISOString()).toBe(expected);
  });
});
