// @vitest-environment node
import { expect, test } from 'vitest';

import { isWhole, toCode } from './code.ts';

test.each([
  ['K7M 4QX', 'k7m4qx'],
  [' k7m-4qx ', 'k7m4qx'],
  ['k7m4-qx2p-93hd-vt6w', 'k7m4qx2p93hdvt6w'],
  ['K7M4–QX2P–93HD–VT6W', 'k7m4qx2p93hdvt6w'],
  ['https://songs.example/s/k7m4-qx2p-93hd-vt6w', 'k7m4qx2p93hdvt6w'],
  ['songs.example/s/k7m4-qx2p-93hd-vt6w/', 'k7m4qx2p93hdvt6w'],
  ['Ｋ７Ｍ４ＱＸ', 'k7m4qx'],
  ['', ''],
  ['/', ''],
])('the code of %j is %j', (typed, code) => {
  expect(toCode(typed)).toBe(code);
});

test('codes have six or sixteen characters', () => {
  expect(['k7m4qx', 'k7m4qx2p93hdvt6w', 'k7m4q', ''].map(isWhole)).toEqual([true, true, false, false]);
});
