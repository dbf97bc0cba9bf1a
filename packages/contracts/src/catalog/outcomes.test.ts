import { expect, test } from 'vitest';

import { describeOutcomes } from './outcomes.ts';

test.each([
  [15, 2, '15 videos are ready, 2 failed'],
  [1, 1, '1 video is ready, 1 failed'],
  [3, 0, '3 videos are ready'],
  [0, 2, '2 videos failed'],
])('%d ready and %d failed videos are described as: %s', (ready, failed, line) => {
  expect(describeOutcomes({ ready, failed })).toBe(line);
});
