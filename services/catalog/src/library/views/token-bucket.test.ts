import { expect, test } from 'vitest';

import { createBuckets } from './token-bucket.ts';

function createClock(maxNames = 100) {
  const clock = { ms: 0 };
  return { clock, buckets: createBuckets({ burst: 3, perSecond: 2 }, { maxNames, now: () => clock.ms }) };
}

test('a bucket allows its burst at once, then its rate, and never more than its burst', () => {
  const { clock, buckets } = createClock();
  const takeAll = () => Array.from({ length: 5 }, () => buckets.take('a')).filter(Boolean).length;
  expect(takeAll()).toBe(3);
  clock.ms = 499;
  expect(takeAll()).toBe(0);
  clock.ms = 1500;
  expect(takeAll()).toBe(3);
  clock.ms = 1_000_000;
  expect(takeAll()).toBe(3);
  expect(buckets.take('b')).toBe(true);
});

test('token buckets beyond the limit are forgotten, the least recently used first', () => {
  const { buckets } = createClock(2);
  for (const name of ['a', 'a', 'a', 'b', 'b', 'b', 'a', 'c']) buckets.take(name);
  expect([buckets.take('a'), buckets.take('b')]).toEqual([false, true]);
});
