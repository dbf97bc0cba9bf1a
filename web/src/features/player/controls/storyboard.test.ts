import { expect, test } from 'vitest';

import { findTile, toTileStyle } from './storyboard.ts';

const board = {
  url: '/hls/1/storyboard.jpg',
  intervalSeconds: 2,
  columns: 5,
  rows: 3,
  tileWidth: 160,
  tileHeight: 90,
};

test.each([
  [0, 0, 0],
  [1.99, 0, 0],
  [2, 1, 0],
  [9.5, 4, 0],
  [10, 0, 1],
  [29, 4, 2],
  [500, 4, 2],
  [-1, 0, 0],
])('the preview at %d s is in column %d of row %d', (seconds, column, row) => {
  expect(findTile(board, seconds)).toEqual({ column, row });
});

test('the storyboard is placed so that one tile fills the preview', () => {
  expect(toTileStyle(board, { column: 2, row: 2 })).toEqual({
    aspectRatio: '160 / 90',
    backgroundImage: 'url("/hls/1/storyboard.jpg")',
    backgroundSize: '500% 300%',
    backgroundPosition: '50% 100%',
  });
  expect(toTileStyle({ ...board, columns: 1, rows: 1 }, { column: 0, row: 0 }).backgroundPosition).toBe(
    '0% 0%',
  );
});
