import { expect, test } from 'vitest';

import { toRefreshMs } from './refresh.ts';

const done = { status: 'completed', playable: true, visibility: 'public' } as const;

test('a completed public video never changes by itself', () => {
  expect(toRefreshMs(done)).toBe(false);
});

test('a video in work is asked for often until it plays, then less often until it is complete', () => {
  expect(toRefreshMs({ ...done, status: 'processing', playable: false })).toBe(3_000);
  expect(toRefreshMs({ ...done, status: 'processing' })).toBe(10_000);
});

test('a video that is not public is asked for well within the 10 minutes of its access', () => {
  expect(toRefreshMs({ ...done, visibility: 'private' })).toBeLessThan(300_000);
  expect(toRefreshMs({ ...done, visibility: 'registered' })).toBeLessThan(300_000);
});

test('nothing is asked for while nothing is known, nor for a failed video', () => {
  expect(toRefreshMs(undefined)).toBe(false);
  expect(toRefreshMs({ ...done, status: 'failed', playable: false })).toBe(false);
});
