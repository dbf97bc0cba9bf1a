import type { Redis } from 'ioredis';

/** Numbers that go back to zero by themselves. Times in milliseconds. */
export interface Counters {
  /** The number of each key, and how long it still lives; 0 and 0 for one that is not there. */
  read(keys: string[]): Promise<{ count: number; leftMs: number }[]>;
  /** Counts one and gives the number; it lives `forMs` from its first count on, or from the latest with `extends`. */
  increment(key: string, life: { forMs: number; extends: boolean }): Promise<number>;
  set(key: string, forMs: number): Promise<void>;
  /** Of several at once exactly one gets true. */
  trySet(key: string, forMs: number): Promise<boolean>;
  remove(keys: string[]): Promise<void>;
}

const PREFIX = 'auth:';

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
    async remove(keys) {
      await redis.del(...keys.map((key) => PREFIX + key));
    },
  };
}

const MAX_LOCAL_KEYS = 50_000;

/** The same in the memory of one process, for the time in which Redis is away. */
export function createLocalCounters(now: () => number = Date.now): Counters {
  const entries = new Map<string, { count: number; until: number }>();
  const find = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.until > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const put = (key: string, count: number, until: number) => {
    // The oldest goes first: a flood of keys must not fill the memory.
    if (!entries.has(key) && entries.size >= MAX_LOCAL_KEYS)
      entries.delete(entries.keys().next().value ?? '');
    entries.set(key, { count, until });
  };
  return {
    read: async (keys) =>
      keys.map((key) => {
        const entry = find(key);
        return entry ? { count: entry.count, leftMs: entry.until - now() } : { count: 0, leftMs: 0 };
      }),
    async increment(key, life) {
      const entry = find(key);
      const until = entry && !life.extends ? entry.until : now() + life.forMs;
      put(key, (entry?.count ?? 0) + 1, until);
      return (entry?.count ?? 0) + 1;
    },
    set: async (key, forMs) => put(key, 1, now() + forMs),
    async trySet(key, forMs) {
      if (find(key)) return false;
      put(key, 1, now() + forMs);
      return true;
    },
    async remove(keys) {
      for (const key of keys) entries.delete(key);
    },
  };
}
