import { expect, test } from 'vitest';

import { chooseStart, isWorthResuming, parseTime } from './start.ts';

const done = { status: 'completed', duration: 200 } as const;

test.each([
  ['83', 83],
  ['83s', 83],
  ['1:23', 83],
  ['0', 0],
  ['4.5', 4.5],
  [null, null],
  ['', null],
  ['-4', null],
  ['soon', null],
  ['1e9', null],
  ['1:2:3', null],
])('the address with t=%s starts at %s s', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});

test('a video resumes between 10 s and 95 %', () => {
  expect([9.9, 10, 190, 190.1].map((seconds) => isWorthResuming(seconds, 200))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWorthResuming(50, null)).toBe(false);
});

test('a video starts where the viewer stopped, and says so', () => {
  expect(chooseStart(done, { linkSeconds: null, stoppedSeconds: 83 })).toEqual({
    seconds: 83,
    isResumed: true,
  });
  expect(chooseStart(done, { linkSeconds: null, stoppedSeconds: 199 })).toEqual({
    seconds: 0,
    isResumed: false,
  });
});

test('a time in the link takes precedence unless it is past the end', () => {
  expect(chooseStart(done, { linkSeconds: 20, stoppedSeconds: 83 })).toEqual({
    seconds: 20,
    isResumed: false,
  });
  expect(chooseStart(done, { linkSeconds: 0, stoppedSeconds: 83 }).seconds).toBe(0);
  expect(chooseStart(done, { linkSeconds: 200, stoppedSeconds: 83 }).seconds).toBe(0);
});

test('a video being processed starts at its beginning', () => {
  const growing = { ...done, status: 'processing' } as const;
  expect(chooseStart(growing, { linkSeconds: 20, stoppedSeconds: 83 }).seconds).toBe(0);
});
