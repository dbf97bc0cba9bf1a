import { expect, test } from 'vitest';

import { delayAfterFailure } from './failure-delay.ts';

const rule = { freeFailures: 5, longestDelaySeconds: 60 };

test('the first failures cause no delay, then each one doubles it, up to a minute', () => {
  const delays = Array.from({ length: 11 }, (_, index) => delayAfterFailure(index + 1, rule));
  expect(delays).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 60, 60, 60]);
});

test('a client that waits out every delay has fewer than 100 tries in an hour', () => {
  let tries = 0;
  for (let seconds = 0; seconds <= 3600; seconds += delayAfterFailure(tries, rule)) tries += 1;
  expect(tries).toBeGreaterThan(50); // the owner is not locked out
  expect(tries).toBeLessThan(100);
});
