import type { Redis } from 'ioredis';

import { within } from '../limits/within.ts';

/** A sorted set that auth writes and the other services read, scored by the expiry of a session's last token. */
const KEY = 'auth:ended-sessions';
const TIMEOUT_MS = 500;

/**
 * Records in Redis that sessions have ended, for services that cannot reach auth, and removes those whose tokens and
 * cookies have expired. Rejects if Redis does not respond within 500 ms.
 */
export async function addEndedSessions(
  redis: Redis,
  ids: readonly string[],
  lifetimeSeconds: number,
): Promise<void> {
  if (ids.length === 0) return;
  const nowMs = Date.now();
  const expiresAtMs = nowMs + lifetimeSeconds * 1000;
  const batch = redis
    .multi()
    .zadd(KEY, ...ids.flatMap((id) => [String(expiresAtMs), id]))
    .zremrangebyscore(KEY, '-inf', nowMs)
    .expire(KEY, lifetimeSeconds);
  await within(TIMEOUT_MS, batch.exec());
}

/** Returns the ids of the recorded ended sessions. Rejects if Redis does not respond within 500 ms. */
export async function listEndedSessions(redis: Redis): Promise<string[]> {
  return within(TIMEOUT_MS, redis.zrange(KEY, '0', '-1'));
}
