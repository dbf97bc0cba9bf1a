import { expect, test } from 'vitest';

import { acceptsEncoding } from './accepts-encoding.ts';

test.each([
  ['gzip', true],
  ['br, gzip', true],
  ['BR,GZIP', true],
  ['gzip;q=0.5', true],
  ['deflate, gzip ; q=1.0', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['x-gzip', false],
  ['*', false],
  ['', false],
  [undefined, false],
])('gzip is accepted by "%s": %s', (header, isAccepted) => {
  expect(acceptsEncoding(header, 'gzip')).toBe(isAccepted);
});
