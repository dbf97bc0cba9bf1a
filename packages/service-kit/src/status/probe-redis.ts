import type { status } from '@larksong/contracts';
import type { Redis } from 'ioredis';

import { latestErrorOf } from '../data/redis.ts';
import { within } from '../limits/within.ts';
import { clockAhead } from './probe-database.ts';
import { rootOf } from './root-of.ts';
import { isLoopback } from './weak-secret.ts';

const TIMEOUT_MS = 1500;
/** Answers to a wrong or missing password, and to a user without rights. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)\b/;

/** Returns the state of Redis as a connection sees it. Never rejects. */
export async function probeRedis(redis: Redis, timeoutMs = TIMEOUT_MS): Promise<status.RedisStatus> {
  const { host = 'localhost', password } = redis.options;
  const isProtected = Boolean(password) || isLoopback(host);
  try {
    const askedAt = Date.now();
    const [seconds, microseconds] = await within(timeoutMs, redis.time());
    const answeredAt = Date.now();
    const theirs = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
    const info = await within(timeoutMs, redis.info('memory')).catch(() => ''); // may be forbidden
    return {
      state: 'ok',
      problem: null,
      clockAheadMs: clockAhead({ askedAt, answeredAt, theirs }),
      isProtected,
      evictionPolicy: /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? null,
    };
  } catch (error) {
    const { problem } = rootOf(latestErrorOf(redis) ?? error);
    const state = REFUSED.test(problem) ? 'refused' : 'away';
    return { state, problem, clockAheadMs: null, isProtected, evictionPolicy: null };
  }
}
