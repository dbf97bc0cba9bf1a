import { describe, expect, test } from 'vitest';

import { findChapter, toMarks } from './chapters.ts';

const chapters = [10, 30, 60].map((startSeconds) => ({ startSeconds, title: `At ${startSeconds}` }));

test('a chapter lasts until the next one begins', () => {
  expect([0, 9.9, 10, 29.9, 30, 500].map((seconds) => findChapter(chapters, seconds)?.title)).toEqual([
    undefined,
    undefined,
    'At 10',
    'At 10',
    'At 30',
    'At 60',
  ]);
  expect(findChapter([], 10)).toBeUndefined();
});

describe('the marks of chapters', () => {
  test('marks stand where chapters begin, except at the ends of the bar', () => {
    const all = [{ startSeconds: 0, title: 'First' }, ...chapters, { startSeconds: 99.5, title: 'Last' }];
    expect(toMarks(all, 100)).toEqual([10, 30, 60]);
  });

  test('the marks of many chapters keep a distance on the seek bar', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ startSeconds: n, title: '' }));
    const marks = toMarks(many, 100).map((percent) => Math.round(percent));
    expect(marks).toEqual(Array.from({ length: 49 }, (_, n) => (n + 1) * 2));
  });

  test('a video of unknown length has no marks', () => {
    expect(toMarks(chapters, 0)).toEqual([]);
  });
});
