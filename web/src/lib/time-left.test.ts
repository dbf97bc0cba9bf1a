import { expect, test } from 'vitest';

import { formatTimeLeft } from './time-left.ts';

test.each([
  [-3, 'about 1 s left'],
  [0.2, 'about 1 s left'],
  [7.4, 'about 7 s left'],
  [41, 'about 40 s left'],
  [54.9, 'about 55 s left'],
  [57, 'about 1 min left'],
  [96, 'about 1 min 40 s left'],
  [180, 'about 3 min left'],
  [594, 'about 9 min 50 s left'],
  [596, 'about 10 min left'],
  [3_540, 'about 59 min left'],
  [3_590, 'about 1 h left'],
  [7_500, 'about 2 h 5 min left'],
])('formatTimeLeft writes %d s as %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
