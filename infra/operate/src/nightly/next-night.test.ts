import { describe, expect, it } from 'vitest';

import { findNextNight } from './next-night.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute);
const minutes = (from: Date, count: number) => new Date(from.getTime() + count * 60_000);

describe('the next nightly backup', () => {
  it('a backup of last night makes the next one due at the hour of the following night', () => {
    const night = { now: at(10, 12), startedAt: at(1, 0), hour: 3, lastFailure: undefined };
    expect(findNextNight({ ...night, lastSuccess: at(10, 3, 1) })).toEqual(at(11, 3));
    expect(findNextNight({ ...night, now: at(10, 2), lastSuccess: at(9, 3, 5) })).toEqual(at(10, 3));
  });

  it('a missed night is made up for ten minutes after the start of the site', () => {
    const night = { hour: 3, lastFailure: undefined, startedAt: at(10, 8) };
    expect(findNextNight({ ...night, now: at(10, 8), lastSuccess: at(8, 3) })).toEqual(at(10, 8, 10));
    expect(findNextNight({ ...night, now: at(10, 9), lastSuccess: undefined })).toEqual(at(10, 9));
  });

  it('a failed backup is tried again an hour later', () => {
    const night = { now: at(10, 3, 5), startedAt: at(1, 0), hour: 3, lastSuccess: at(9, 3) };
    expect(findNextNight({ ...night, lastFailure: at(10, 3, 4) })).toEqual(minutes(at(10, 3, 4), 60));
  });
});
