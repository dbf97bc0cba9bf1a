// @vitest-environment node
import { expect, it, test } from 'vitest';

import { isLow, toHeight, toSunPlace } from './sun.ts';

test.each([
  [
    { share: null, leftSeconds: null },
    { x: 0, y: 0 },
  ],
  [
    { share: 1, leftSeconds: 2700 },
    { x: 0, y: 0 },
  ],
  [
    { share: 0.5, leftSeconds: 1350 },
    { x: 70.7, y: 29.3 },
  ],
  // In the last fifth it touches the hill.
  [
    { share: 0.2, leftSeconds: 540 },
    { x: 100, y: 100 },
  ],
  [
    { share: 0, leftSeconds: 0 },
    { x: 100, y: 100 },
  ],
  [
    { share: -1, leftSeconds: 0 },
    { x: 100, y: 100 },
  ],
])('with %o left, the sun is at %o', (time, place) => {
  expect(toSunPlace(time)).toEqual(place);
});

it('the sun of a porthole sinks, too', () => {
  const half = { share: 0.5, leftSeconds: 1350 };
  expect(toHeight({ share: null, leftSeconds: null })).toBeLessThan(toHeight(half));
  expect(toHeight(half)).toBeLessThan(toHeight({ share: 0.1, leftSeconds: 270 }));
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
