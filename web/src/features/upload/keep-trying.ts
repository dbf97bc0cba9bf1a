import { ApiError } from '@larksong/contracts';
import { toObstacle, toPauseMs, type Obstacle } from '@larksong/import';

/**
 * Repeats a call until it succeeds or is refused: when the connection is back, or after a pause. `onObstacle` receives
 * the obstacle. Rejects with the refusal, or with the signal's reason.
 */
export async function keepTrying<T>(
  attempt: () => Promise<T>,
  { signal, onObstacle }: { signal: AbortSignal; onObstacle: (obstacle: Obstacle) => void },
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      const obstacle = toObstacle(error);
      if (signal.aborted || obstacle === undefined) throw error;
      onObstacle(obstacle);
      const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      await pause(toPauseMs(failures, retryAfter), { signal, endsOnline: obstacle === 'lost' });
    }
  }
}

function pause(
  milliseconds: number,
  { signal, endsOnline }: { signal: AbortSignal; endsOnline: boolean },
): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const done = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { signal: ended.signal });
    if (endsOnline) window.addEventListener('online', done, { signal: ended.signal });
  });
}
