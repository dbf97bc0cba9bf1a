import { ApiError } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { keepTrying, type Trying } from './keep-trying.ts';
import type { Obstacle } from './obstacle.ts';

const answer = (status: number, retryAfterSeconds = 0) =>
  new ApiError({ message: `failure ${status}`, status, retryAfterSeconds });

/** Repeats a call with these outcomes, noting each pause instead of waiting. */
function start(outcomes: (Error | string)[], trying: Partial<Trying> = {}) {
  const obstacles: Obstacle[] = [];
  const pauses: number[] = [];
  const result = keepTrying(
    async () => {
      const outcome = outcomes.shift() ?? 'nothing left';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    {
      signal: new AbortController().signal,
      onObstacle: (obstacle) => obstacles.push(obstacle),
      pause: async (milliseconds) => void pauses.push(milliseconds),
      ...trying,
    },
  );
  return { result, obstacles, pauses };
}

describe('a call that is repeated', () => {
  test('a call succeeds once the site responds, after longer and longer pauses', async () => {
    const { result, obstacles, pauses } = start([answer(0), answer(503), answer(429, 9), 'through']);
    expect(await result).toBe('through');
    expect(obstacles).toEqual(['lost', 'busy', 'busy']);
    expect(pauses).toEqual([1_000, 2_000, 9_000]);
  });

  test('a refused call is not repeated', async () => {
    const { result, obstacles } = start([answer(404), 'through']);
    await expect(result).rejects.toThrow('failure 404');
    expect(obstacles).toEqual([]);
  });

  test('a call is given up with its last failure when patience ends', async () => {
    const { result, obstacles } = start([answer(0), 'through'], { patienceMs: -1 });
    await expect(result).rejects.toThrow('failure 0');
    expect(obstacles).toEqual([]);
  });

  test('aborting during a pause ends the repetitions', async () => {
    const ending = new AbortController();
    const pause = async () => ending.abort(new Error('cancelled'));
    const { result } = start([answer(0), 'through'], { signal: ending.signal, pause });
    await expect(result).rejects.toThrow('cancelled');
  });
});
