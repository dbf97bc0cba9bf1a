import type { Redis } from 'ioredis';

import { within } from './within.ts';

/** Auth writes it, the other services read it; by when the last token of a session has expired. */
const KEY = 'auth:ended-sessions';
const TIMEOUT_MS = 500;

/**
 * Notes in Redis that sessions have ended, for services that cannot ask auth, and drops those whose tokens and cookies
 * have expired by now. Rejects when Redis does not answer within half a second.
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

/** Lists the sessions that were noted as ended. Rejects when Redis does not answer within half a second. */
export async function listEndedSessions(redis: Redis): Promise<string[]> {
  return within(TIMEOUT_MS, redis.zrange(KEY, '0', '-1'));
}
