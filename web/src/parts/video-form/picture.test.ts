import { expect, test } from 'vitest';

import { toPictureSize } from './picture.ts';

test.each([
  [4032, 3024, 1280, 960],
  [1080, 2400, 576, 1280],
  [640, 360, 640, 360],
  [20_000, 3, 1280, 1],
])('a picture of %d × %d is scaled to %d × %d', (width, height, smallWidth, smallHeight) => {
  expect(toPictureSize({ width, height })).toEqual({ width: smallWidth, height: smallHeight });
});
