import { expect, test } from 'vitest';

import { toRefreshMs } from './refresh.ts';

const done = { status: 'completed', playable: true, visibility: 'public' } as const;

test('a completed public video is not polled', () => {
  expect(toRefreshMs(done)).toBe(false);
});

test('a video being processed is polled often until it plays, then less often until it is complete', () => {
  expect(toRefreshMs({ ...done, status: 'processing', playable: false })).toBe(3_000);
  expect(toRefreshMs({ ...done, status: 'processing' })).toBe(10_000);
});

test('a video that is not public is polled well within the 10 minutes of its access', () => {
  expect(toRefreshMs({ ...done, visibility: 'private' })).toBeLessThan(300_000);
  expect(toRefreshMs({ ...done, visibility: 'registered' })).toBeLessThan(300_000);
});

test('an unknown and a failed video are not polled', () => {
  expect(toRefreshMs(undefined)).toBe(false);
  expect(toRefreshMs({ ...done, status: 'failed', playable: false })).toBe(false);
});
