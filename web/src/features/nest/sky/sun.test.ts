// @vitest-environment node
import { expect, it, test } from 'vitest';

import { isLow, toHeight, toSunPlace } from './sun.ts';

test.each([
  [null, { x: 0, y: 0 }],
  [1, { x: 0, y: 0 }],
  [0.5, { x: 70.7, y: 29.3 }],
  [0, { x: 100, y: 100 }],
  [-1, { x: 100, y: 100 }],
])('with %s of the time left, the sun is at %o', (share, place) => {
  expect(toSunPlace(share)).toEqual(place);
});

it('the sun of a porthole sinks, too', () => {
  expect(toHeight(null)).toBeLessThan(toHeight(0.5));
  expect(toHeight(0.5)).toBeLessThan(toHeight(0));
});

test.each([
  [{ share: null, leftSeconds: null }, false],
  [{ share: 0.5, leftSeconds: 1350 }, false],
  [{ share: 0.2, leftSeconds: 540 }, true],
  [{ share: 0.2, leftSeconds: 1440 }, false],
  [{ share: 0.08, leftSeconds: 576 }, true],
])('little time is left with %o: %s', (time, expected) => {
  expect(isLow(time)).toBe(expected);
});
