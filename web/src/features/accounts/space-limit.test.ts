import { expect, it } from 'vitest';

import { parseGigabytes, toGigabytes } from './space-limit.ts';

it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['5', 5_000_000_000],
  [' 2.5 ', 2_500_000_000],
  ['2,5', 2_500_000_000],
  ['٢٫٥', 2_500_000_000],
  ['-1', undefined],
  ['5 GB', undefined],
  ['1e9', undefined],
  ['.', undefined],
  ['1.000,5', undefined],
  ['12345678', undefined],
])('the typed limit "%s" is %s bytes', (typed, bytes) => {
  expect(parseGigabytes(typed)).toBe(bytes);
});

it.each([
  [null, ''],
  [0, '0'],
  [20 * 1024 ** 3, '21.47'],
  [5e9, '5'],
])('a limit of %s bytes is shown as "%s" gigabytes', (bytes, shown) => {
  expect(toGigabytes(bytes)).toBe(shown);
});
