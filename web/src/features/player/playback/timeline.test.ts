import { describe, expect, test } from 'vitest';

import { clampSeek, findLoadedEnd, toLength, toPercent, toPositionText } from './timeline.ts';

describe('the length', () => {
  test('the length of a growing playlist is the length of the video', () => {
    expect(toLength(108, 24)).toBe(108);
  });
  test('the length is the stream’s own when the video has none', () => {
    expect(toLength(null, 107.9)).toBe(107.9);
    expect(toLength(null, Number.NaN)).toBe(0);
    expect(toLength(null, Number.POSITIVE_INFINITY)).toBe(0);
  });
});

describe('a seek', () => {
  test('a seek by keys stays between the start and the end of the video', () => {
    expect(clampSeek(-5, 108, 108)).toBe(0);
    expect(clampSeek(33, 108, 108)).toBe(33);
    expect(clampSeek(200, 108, 108)).toBe(108);
  });
  test('a seek stops at the last ready segment', () => {
    expect(clampSeek(90, 108, 40)).toBe(40);
  });
  test('a seek is not limited before anything is known of the stream', () => {
    expect(clampSeek(90, 108, 0)).toBe(90);
  });
});

test('the loaded part is the range that plays', () => {
  const spans = [
    { startSeconds: 0, endSeconds: 8 },
    { startSeconds: 20, endSeconds: 44 },
  ];
  expect(findLoadedEnd(spans, 21)).toBe(44);
  expect(findLoadedEnd(spans, 19.95)).toBe(19.95);
  expect(findLoadedEnd(spans, 12)).toBe(12);
  expect(findLoadedEnd([], 3)).toBe(3);
});

test('a share of the time line stays between 0 and 100 percent', () => {
  expect(toPercent(27, 108)).toBe(25);
  expect(toPercent(120, 108)).toBe(100);
  expect(toPercent(5, 0)).toBe(0);
});

test('the position is read out like a clock, with its chapter', () => {
  expect(toPositionText(33.7, 108)).toBe('0:33 of 1:48');
  expect(toPositionText(33.7, 108, 'The little pond')).toBe('0:33 of 1:48, The little pond');
});
