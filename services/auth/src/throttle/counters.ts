import type { Redis } from 'ioredis';

/** Numbers that return to zero by themselves. Times in milliseconds. */
export interface Counters {
  /** The number of each key, and how long it still lives; 0 and 0 for one that is missing. */
  read(keys: string[]): Promise<{ count: number; leftMs: number }[]>;
  /** Counts one and returns the number; it lives `forMs` from its first count on, or from the latest with `extends`. */
  increment(key: string, life: { forMs: number; extends: boolean }): Promise<number>;
  set(key: string, forMs: number): Promise<void>;
  /** Of several at once exactly one gets true. */
  trySet(key: string, forMs: number): Promise<boolean>;
  /** Takes one of `most` in any `perMs`; returns 0, or else how long it takes until one is free. */
  take(key: string, limit: { most: number; perMs: number }): Promise<number>;
  remove(keys: string[]): Promise<void>;
}

const PREFIX = 'auth:';

/** The times of what was taken, by the clock of Redis in microseconds: a window that slides has no edge to wait for. */
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

/** Returns counters that all processes share in Redis; they reject while it is away. */
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
