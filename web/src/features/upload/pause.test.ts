import { ApiError } from '@larksong/contracts';
import { keepTrying, type Obstacle } from '@larksong/import';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { pause } from './pause.ts';

const answer = (status: number, code?: 'STORAGE_FULL' | 'TOO_BUSY') =>
  new ApiError({ message: 'x', status, ...(code ? { code } : {}) });

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
      { signal: controller.signal, onObstacle: (obstacle) => obstacles.push(obstacle), pause },
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
