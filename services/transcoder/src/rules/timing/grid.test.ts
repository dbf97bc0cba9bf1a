import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { firstFrameOfSegment, plannedDuration, toleranceSeconds } from './grid.ts';

describe('the grid', () => {
  it('segment k of the grid begins with the first frame at or after 4k seconds', () => {
    const ntsc = { numerator: 30_000, denominator: 1001 };
    expect([0, 1, 2, 3].map((segment) => firstFrameOfSegment(ntsc, segment))).toEqual([0, 120, 240, 360]);
    expect(firstFrameOfSegment(ntsc, 100)).toBe(11_989);
    expect(firstFrameOfSegment({ numerator: 25, denominator: 1 }, 7)).toBe(700);
  });

  it('a rung that drops frames has the same segment borders, rounded up to a kept frame', () => {
    const fast = { numerator: 60_000, denominator: 1001 };
    const slow = { numerator: 30_000, denominator: 1001 };
    for (let segment = 0; segment < 2000; segment += 1)
      expect(firstFrameOfSegment(slow, segment)).toBe(Math.ceil(firstFrameOfSegment(fast, segment) / 2));
  });

  it('the planned duration never leaves the last segment empty', () => {
    // 240 frames of 30000/1001: the last one begins at 7.97 s and ends at 8.008 s.
    const durationSeconds = plannedDuration(7.974_633, 8.008);
    expect(durationSeconds).toBe(8);
    expect(catalog.countSegments(durationSeconds)).toBe(2);
    expect(plannedDuration(8, 8.04)).toBe(8.04);
    expect(catalog.countSegments(8.04)).toBe(3);
    expect(catalog.countSegments(0.005)).toBe(1);
  });

  it('the tolerance for durations is one second or two percent', () => {
    expect(toleranceSeconds(10)).toBe(1);
    expect(toleranceSeconds(1000)).toBe(20);
  });
});
