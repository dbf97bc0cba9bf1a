import { ApiError } from '@larksong/contracts';

import { toObstacle, toPauseMs, type Obstacle } from './obstacle.ts';

/** How a client repeats its calls. */
export interface Trying {
  signal: AbortSignal;
  onObstacle: (obstacle: Obstacle) => void;
  /** Waits before the next attempt. May end earlier if trying again is worthwhile, and does once `signal` is aborted. */
  pause: (milliseconds: number, options: { obstacle: Obstacle; signal: AbortSignal }) => Promise<void>;
  /** How long to wait for a site that does not respond before giving up; forever if missing. */
  patienceMs?: number;
}

/**
 * Repeats a call, with pauses, until it succeeds, is refused, or patience ends. `onObstacle` receives each obstacle. Rejects
 * with the refusal or the last failure, or with the signal's reason.
 */
export async function keepTrying<T>(attempt: () => Promise<T>, trying: Trying): Promise<T> {
  const { signal, onObstacle, pause, patienceMs = Infinity } = trying;
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
      await pause(toPauseMs(failures, retryAfter), { obstacle, signal });
    }
  }
}
