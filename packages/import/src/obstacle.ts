import { ApiError } from '@larksong/contracts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Why a call must wait: there was no response, one that asks the client to wait, or the site is read-only. */
export type Obstacle = 'lost' | 'busy' | 'read-only';

/**
 * Returns the obstacle of a call that may succeed later; undefined for a refusal, and for a server without free
 * storage, which waiting does not help.
 */
export function toObstacle(error: unknown): Obstacle | undefined {
  if (!(error instanceof ApiError) || error.code === 'STORAGE_FULL') return undefined;
  if (error.status === 0) return 'lost';
  if (error.code === 'MAINTENANCE') return 'read-only';
  return error.status >= 500 || [408, 425, 429].includes(error.status) ? 'busy' : undefined;
}

/**
 * Returns the pause before the next attempt: doubles from 1 s up to 30 s, but not less than the server's `Retry-After`.
 */
export function toPauseMs(failures: number, retryAfterSeconds: number | undefined): number {
  const own = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return Math.max(own, Math.min(MAX_PAUSE_MS, (retryAfterSeconds ?? 0) * 1000));
}
