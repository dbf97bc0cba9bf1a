import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { firstFrameOfSegment, plannedDuration, toleranceSeconds } from './grid.ts';

describe('the grid', () => {
  it('begins a segment with the first frame at or after four seconds times its number', () => {
    const ntsc = { numerator: 30_000, denominator: 1001 };
    expect([0, 1, 2, 3].map((segment) => firstFrameOfSegment(ntsc, segment))).toEqual([0, 120, 240, 360]);
    expect(firstFrameOfSegment(ntsc, 100)).toBe(11_989);
    expect(firstFrameOfSegment({ numerator: 25, denominator: 1 }, 7)).toBe(700);
  });

  it('has the same border in a rung that leaves out frames, rounded up to one that is kept', () => {
    const fast = { numerator: 60_000, denominator: 1001 };
    const slow = { numerator: 30_000, denominator: 1001 };
    for (let segment = 0; segment < 2000; segment += 1)
      expect(firstFrameOfSegment(slow, segment)).toBe(Math.ceil(firstFrameOfSegment(fast, segment) / 2));
  });

  it('plans no segment that would be empty', () => {
    // 240 frames of 30000/1001: the last one begins at 7.97 s and ends at 8.008 s.
    const durationSeconds = plannedDuration(7.974_633, 8.008);
    expect(durationSeconds).toBe(8);
    expect(catalog.countSegments(durationSeconds)).toBe(2);
    expect(plannedDuration(8, 8.04)).toBe(8.04);
    expect(catalog.countSegments(8.04)).toBe(3);
    expect(catalog.countSegments(0.005)).toBe(1);
  });

  it('forgives a second or two hundredths', () => {
    expect(toleranceSeconds(10)).toBe(1);
    expect(toleranceSeconds(1000)).toBe(20);
  });
});
