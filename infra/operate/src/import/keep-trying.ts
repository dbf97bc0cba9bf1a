import { setTimeout as wait } from 'node:timers/promises';

import { keepTrying as keepTryingWith, type Obstacle } from '@larksong/import';

interface Waiting {
  signal: AbortSignal;
  /** How long to wait for a site that does not respond before giving up. */
  patienceMs: number;
  onObstacle: (obstacle: Obstacle) => void;
}

/** Repeats a call until it succeeds, is refused or patience ends; then rejects with the last failure. */
export async function keepTrying<T>(
  attempt: () => Promise<T>,
  { signal, patienceMs, onObstacle }: Waiting,
): Promise<T> {
  const pause = (milliseconds: number) => wait(milliseconds, undefined, { signal });
  return keepTryingWith(attempt, { signal, patienceMs, onObstacle, pause });
}
