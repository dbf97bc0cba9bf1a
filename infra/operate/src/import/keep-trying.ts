import { setTimeout as pause } from 'node:timers/promises';

import { ApiError } from '@larksong/contracts';
import { toObstacle, toPauseMs, type Obstacle } from '@larksong/import';

interface Waiting {
  signal: AbortSignal;
  /** How long to wait for a site that does not respond before giving up. */
  patienceMs: number;
  onObstacle: (obstacle: Obstacle) => void;
}

/** Repeats a call until it succeeds, is refused or patience ends; then rejects with the last failure. */
export async function keepTrying<T>(attempt: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { signal, patienceMs, onObstacle } = waiting;
  const end = performance.now() + patienceMs;
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      const obstacle = toObstacle(error);
      if (signal.aborted || obstacle === undefined || performance.now() > end) throw error;
      onObstacle(obstacle);
      const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      await pause(toPauseMs(failures, retryAfter), undefined, { signal });
    }
  }
}
