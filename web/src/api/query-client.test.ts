import { ApiError } from '@larksong/contracts';
import { expect, it } from 'vitest';

import { isWorthRetrying } from './query-client.ts';

it.each([
  [400, 0, false],
  [404, 0, false],
  [429, 0, false],
  [503, 0, true],
  [503, 1, true],
  [503, 2, false],
  [0, 0, true],
])('a query that fails with status %d after %d retries is retried: %s', (status, failures, expected) => {
  expect(isWorthRetrying(failures, new ApiError({ message: 'x', status }))).toBe(expected);
});
