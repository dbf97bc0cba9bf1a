import { keepTrying as keepTryingWith, type Obstacle } from '@larksong/import';

/** Repeats a call as `keepTrying` of the import does, and at once when the connection is back. */
export async function keepTrying<T>(
  attempt: () => Promise<T>,
  { signal, onObstacle }: { signal: AbortSignal; onObstacle: (obstacle: Obstacle) => void },
): Promise<T> {
  return keepTryingWith(attempt, {
    signal,
    onObstacle,
    pause: (milliseconds, obstacle) => pause(milliseconds, { signal, endsOnline: obstacle === 'lost' }),
  });
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
