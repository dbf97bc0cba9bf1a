import { ApiError } from '@larksong/contracts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Why a call has to wait: no answer came, or one that asks for patience. */
export type Obstacle = 'lost' | 'busy';

/**
 * What stands in the way of a call that may go through later; undefined for a refusal, and for a server that has no
 * room left, which waiting does not mend.
 */
export function toObstacle(error: unknown): Obstacle | undefined {
  if (!(error instanceof ApiError) || error.code === 'STORAGE_FULL') return undefined;
  if (error.status === 0) return 'lost';
  return error.status >= 500 || [408, 425, 429].includes(error.status) ? 'busy' : undefined;
}

/** Doubles from 1 s up to 30 s, but not before the time that the server named. */
export function toPauseMs(failures: number, retryAfterSeconds: number | undefined): number {
  const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return Math.max(own, Math.min(LONGEST_PAUSE_MS, (retryAfterSeconds ?? 0) * 1000));
}

/**
 * Makes a call until it goes through or is refused: again when the connection is back, or after a pause. `onObstacle`
 * is told what stands in the way. Rejects with the refusal, or with the signal's reason.
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
