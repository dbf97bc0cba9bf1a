import { expect, test } from 'vitest';

import { toStageRatio } from './stage-ratio.ts';

test.each([
  ['16:9', { width: 1280, height: 720 }, 16 / 9],
  ['4:3', { width: 640, height: 480 }, 4 / 3],
  ['square', { width: 480, height: 480 }, 1],
  ['portrait', { width: 360, height: 640 }, 4 / 5],
  ['very wide', { width: 2390, height: 1000 }, 16 / 9],
])('the stage of a %s film has its ratio, between 16:9 and 4:5', (_, size, ratio) => {
  expect(toStageRatio(size)).toBeCloseTo(ratio);
});

test.each([{}, { width: null, height: null }])('a film of unknown size (%j) has a stage of 16:9', (size) => {
  expect(toStageRatio(size)).toBeCloseTo(16 / 9);
});
