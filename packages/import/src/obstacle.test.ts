import { ApiError } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { toObstacle, toPauseMs } from './obstacle.ts';

const answer = (status: number, code?: 'STORAGE_FULL' | 'TOO_BUSY' | 'MAINTENANCE') =>
  new ApiError({ message: 'x', status, ...(code ? { code } : {}) });

test.each([
  [answer(0), 'lost'],
  [answer(500), 'busy'],
  [answer(503, 'TOO_BUSY'), 'busy'],
  [answer(503, 'MAINTENANCE'), 'read-only'],
  [answer(429), 'busy'],
  [answer(507, 'STORAGE_FULL'), undefined],
  [answer(404), undefined],
  [answer(413), undefined],
  [new TypeError('a fault of ours'), undefined],
])('the error %o is retried: %s', (error, obstacle) => {
  expect(toObstacle(error)).toBe(obstacle);
});

test('pauses grow from 1 to 30 s, and are never shorter than the server asks for', () => {
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => toPauseMs(failures, undefined))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(toPauseMs(0, 5)).toBe(5_000);
  expect(toPauseMs(0, 3_600)).toBe(30_000);
});
