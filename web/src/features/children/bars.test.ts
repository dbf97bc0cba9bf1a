// @vitest-environment node
import { expect, it } from 'vitest';

import { toBars } from './bars.ts';

const day = (seconds: number, limitMinutes: number | null, extraMinutes = 0) => ({
  ...{ day: '2026-11-30', seconds, limitMinutes, extraMinutes },
});

it('bars are whole minutes, and at least one where something was counted', () => {
  const { bars } = toBars([day(0, 30), day(1, 30), day(1799, 30), day(95, null)]);
  expect(bars.map(({ minutes }) => minutes)).toEqual([0, 1, 30, 2]);
});

it('the limit of a day has what was given in addition; the scale holds all of them', () => {
  expect(toBars([day(60, 45, 20), day(6000, null)])).toMatchObject({
    bars: [{ limit: 65 }, { limit: null }],
    most: 100,
  });
  expect(toBars([day(60, 45, 20)]).most).toBe(65);
  expect(toBars([]).most).toBe(30);
});
