import { describe, expect, test } from 'vitest';

import {
  areTogether,
  describeSetbacks,
  describeWaiting,
  formatMoment,
  formatSpeed,
  toPercent,
} from './texts.ts';

describe('a moment', () => {
  const now = new Date(2026, 10, 21, 10, 0);

  test.each([
    [new Date(2026, 10, 21, 9, 12), 'today, 9:12'],
    [new Date(2026, 10, 21, 0, 5), 'today, 0:05'],
    [new Date(2026, 10, 20, 16, 30), 'yesterday, 16:30'],
    [new Date(2026, 10, 19, 23, 59), '19 November, 23:59'],
    [new Date(2025, 10, 21, 9, 12), '21 November 2025, 9:12'],
  ])('the time of an event is described as %s', (moment, text) => {
    expect(formatMoment(moment.toISOString(), now)).toBe(text);
  });
});

test.each([
  [1, null, 'Waiting, 1st in line'],
  [2, 20, 'Waiting, 2nd in line, about 20 s'],
  [3, 61, 'Waiting, 3rd in line, about 2 min'],
  [4, 178, 'Waiting, 4th in line, about 3 min'],
  [11, 600, 'Waiting, 11th in line, about 10 min'],
  [21, 7000, 'Waiting, 21st in line, about 1 h 55 min'],
])('a video in place %d with %s seconds left is described as %s', (queuePosition, secondsLeft, text) => {
  expect(describeWaiting({ queuePosition, secondsLeft })).toBe(text);
});

test('an unfinished share is never shown as complete', () => {
  expect(toPercent(0.999)).toBe(99);
  expect(toPercent(1)).toBe(100);
  expect(toPercent(0.29)).toBe(29);
  expect(toPercent(-1)).toBe(0);
  expect(toPercent(3)).toBe(100);
});

test('an encoding speed below ten has one decimal', () => {
  expect(formatSpeed(1.84)).toBe('1.8×');
  expect(formatSpeed(12.4)).toBe('12×');
});

test('setbacks are described only if there were any', () => {
  expect(describeSetbacks({ attempt: 1, failureCount: 0, lostWorkerCount: 0 })).toEqual([]);
  expect(describeSetbacks({ attempt: 2, failureCount: 1, lostWorkerCount: 1 })).toEqual([
    'Attempt 2',
    '1 failed try',
    '1 lost worker',
  ]);
  expect(describeSetbacks({ attempt: 1, failureCount: 3, lostWorkerCount: 2 })).toEqual([
    '3 failed tries',
    '2 lost workers',
  ]);
});

test('sizes are together while none is a tenth ahead', () => {
  expect(areTogether([])).toBe(true);
  expect(areTogether([{ share: 0.5 }, { share: 0.58 }])).toBe(true);
  expect(areTogether([{ share: 0.5 }, { share: 0.61 }])).toBe(false);
});
