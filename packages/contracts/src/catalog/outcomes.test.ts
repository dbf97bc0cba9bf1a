import { expect, test } from 'vitest';

import { describeOutcomes, describeStop } from './outcomes.ts';

test.each([
  [15, 2, 0, '15 videos are ready, 2 failed'],
  [1, 1, 0, '1 video is ready, 1 failed'],
  [3, 0, 0, '3 videos are ready'],
  [0, 2, 0, '2 videos failed'],
  [0, 0, 1, '1 video was stopped'],
  [0, 1, 2, '1 video failed, 2 were stopped'],
  [4, 1, 1, '4 videos are ready, 1 failed, 1 was stopped'],
])('%d ready, %d failed and %d stopped videos are described as: %s', (ready, failed, stopped, line) => {
  expect(describeOutcomes({ ready, failed, stopped })).toBe(line);
});

test('a stopped video is described with the person who stopped it, if that is known', () => {
  expect(describeStop('The Lark', 'Robin')).toBe('Robin stopped the processing of “The Lark”.');
  expect(describeStop('The Lark', null)).toBe('Somebody stopped the processing of “The Lark”.');
});
