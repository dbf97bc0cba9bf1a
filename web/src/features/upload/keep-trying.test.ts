import { ApiError } from '@larksong/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { keepTrying, toObstacle, toPauseMs, type Obstacle } from './keep-trying.ts';

const answer = (status: number, code?: 'STORAGE_FULL' | 'TOO_BUSY') =>
  new ApiError({ message: 'x', status, ...(code ? { code } : {}) });

test.each([
  [answer(0), 'lost'],
  [answer(500), 'busy'],
  [answer(503, 'TOO_BUSY'), 'busy'],
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

describe('trying', () => {
  afterEach(() => void vi.useRealTimers());

  function start(outcomes: (Error | string)[]) {
    const controller = new AbortController();
    const obstacles: Obstacle[] = [];
    const result = keepTrying(
      () => {
        const outcome = outcomes.shift() ?? 'nothing left';
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
      { signal: controller.signal, onObstacle: (obstacle) => obstacles.push(obstacle) },
    );
    return { controller, obstacles, result };
  }

  test('a call of an upload is retried as soon as the connection is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // keeps the pause from ending
    const { obstacles, result } = start([answer(0), 'through']);
    await Promise.resolve().then(() => Promise.resolve());
    window.dispatchEvent(new Event('online'));
    expect(await result).toBe('through');
    expect(obstacles).toEqual(['lost']);
  });

  test('a call of an upload to a busy site is retried after a pause', async () => {
    const { obstacles, result } = start([answer(503), 'through']);
    expect(await result).toBe('through');
    expect(obstacles).toEqual(['busy']);
  });

  test('a call of an upload that is refused is not retried', async () => {
    const { obstacles, result } = start([answer(404), 'through']);
    await expect(result).rejects.toMatchObject({ status: 404 });
    expect(obstacles).toEqual([]);
  });

  test('cancelling in a pause ends the retries', async () => {
    const { controller, result } = start([answer(0), 'through']);
    await Promise.resolve();
    controller.abort(new Error('cancelled'));
    await expect(result).rejects.toThrow('cancelled');
  });
});
