import type { Redis } from 'ioredis';

/**
 * Counters that expire. Times in milliseconds. Our own code, since the usual limiters count in fixed windows: these have a
 * sliding one, and the failures of an account expire an hour after the latest.
 */
export interface Counters {
  /** Returns the count and remaining lifetime of each key; 0 and 0 for a missing one. */
  read(keys: string[]): Promise<{ count: number; leftMs: number }[]>;
  /** Increments a counter and returns it. It expires `forMs` after the first increment, or the latest with `extends`. */
  increment(key: string, life: { forMs: number; extends: boolean }): Promise<number>;
  set(key: string, forMs: number): Promise<void>;
  /** Returns true for exactly one of several concurrent calls. */
  trySet(key: string, forMs: number): Promise<boolean>;
  /** Takes one of `most` in any `perMs`; returns 0, or the time until one is free. */
  take(key: string, limit: { most: number; perMs: number }): Promise<number>;
  remove(keys: string[]): Promise<void>;
}

const PREFIX = 'auth:';

/** Stores the times of all takes by Redis' clock in microseconds: a sliding window has no edge to wait for. */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local window = ARGV[2] * 1000
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then
    local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    return math.ceil((oldest[2] + window - now) / 1000)
  end
  redis.call('ZADD', KEYS[1], now, string.format('%.0f', now) .. ':' .. redis.call('ZCARD', KEYS[1]))
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 0`;

/** Returns counters that all processes share in Redis; they reject while it is unavailable. */
export function createRedisCounters(redis: Redis): Counters {
  const run = async (batch: ReturnType<Redis['multi']>): Promise<unknown[]> =>
    ((await batch.exec()) ?? []).map(([error, value]) => {
      if (error) throw error;
      return value;
    });
  return {
    async read(keys) {
      const batch = redis.multi();
      for (const key of keys) batch.get(PREFIX + key).pttl(PREFIX + key);
      const values = await run(batch);
      return keys.map((_, index) => ({
        count: Number(values[2 * index] ?? 0),
        leftMs: Math.max(0, Number(values[2 * index + 1])),
      }));
    },
    async increment(key, life) {
      const batch = redis.multi().incr(PREFIX + key);
      if (life.extends) batch.pexpire(PREFIX + key, life.forMs);
      else batch.pexpire(PREFIX + key, life.forMs, 'NX');
      const [count] = await run(batch);
      return Number(count);
    },
    async set(key, forMs) {
      await redis.set(PREFIX + key, 1, 'PX', forMs);
    },
    async trySet(key, forMs) {
      return (await redis.set(PREFIX + key, 1, 'PX', forMs, 'NX')) === 'OK';
    },
    take: async (key, { most, perMs }) => Number(await redis.eval(TAKE, 1, PREFIX + key, most, perMs)),
    async remove(keys) {
      await redis.del(...keys.map((key) => PREFIX + key));
    },
  };
}
