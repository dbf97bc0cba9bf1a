import { describe, expect, test } from 'vitest';

import { clampSeek, findLoadedEnd, toLength, toPercent, toPositionText } from './timeline.ts';

describe('the length', () => {
  test('is that of the page while the playlist grows', () => {
    expect(toLength(108, 24)).toBe(108);
  });
  test('is the stream’s own when the page knows none', () => {
    expect(toLength(null, 107.9)).toBe(107.9);
    expect(toLength(null, Number.NaN)).toBe(0);
    expect(toLength(null, Number.POSITIVE_INFINITY)).toBe(0);
  });
});

describe('a seek', () => {
  test('stays between start and end', () => {
    expect(clampSeek(-5, 108, 108)).toBe(0);
    expect(clampSeek(33, 108, 108)).toBe(33);
    expect(clampSeek(200, 108, 108)).toBe(108);
  });
  test('stops at what is ready', () => {
    expect(clampSeek(90, 108, 40)).toBe(40);
  });
  test('is not held back before anything is known', () => {
    expect(clampSeek(90, 108, 0)).toBe(90);
  });
});

test('the loaded part is the one that plays', () => {
  const spans = [
    { startSeconds: 0, endSeconds: 8 },
    { startSeconds: 20, endSeconds: 44 },
  ];
  expect(findLoadedEnd(spans, 21)).toBe(44);
  expect(findLoadedEnd(spans, 19.95)).toBe(19.95);
  expect(findLoadedEnd(spans, 12)).toBe(12);
  expect(findLoadedEnd([], 3)).toBe(3);
});

test('percent never leaves the bar', () => {
  expect(toPercent(27, 108)).toBe(25);
  expect(toPercent(120, 108)).toBe(100);
  expect(toPercent(5, 0)).toBe(0);
});

test('the position reads like a clock', () => {
  expect(toPositionText(33.7, 108)).toBe('0:33 of 1:48');
});
