import type { Counters } from './counters.ts';

const MAX_KEYS = 50_000;

interface Entry {
  count: number;
  until: number;
  /** Times of all takes, oldest first; for `take` only. */
  taken?: number[];
}

/** Returns counters in the memory of this process, for use while Redis is unavailable. */
export function createLocalCounters(now: () => number = Date.now): Counters {
  const entries = new Map<string, Entry>();
  const find = (key: string) => {
    const entry = entries.get(key);
    if (entry && entry.until > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const put = (key: string, entry: Entry) => {
    // Evicts the oldest, so that a flood of keys cannot fill the memory.
    if (!entries.has(key) && entries.size >= MAX_KEYS) entries.delete(entries.keys().next().value ?? '');
    entries.set(key, entry);
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
      const count = (entry?.count ?? 0) + 1;
      put(key, { count, until });
      return count;
    },
    set: async (key, forMs) => put(key, { count: 1, until: now() + forMs }),
    async trySet(key, forMs) {
      if (find(key)) return false;
      put(key, { count: 1, until: now() + forMs });
      return true;
    },
    async take(key, { most, perMs }) {
      const taken = (find(key)?.taken ?? []).filter((at) => at > now() - perMs);
      if (taken.length >= most) return (taken[0] ?? 0) + perMs - now();
      taken.push(now());
      put(key, { count: taken.length, until: now() + perMs, taken });
      return 0;
    },
    async remove(keys) {
      for (const key of keys) entries.delete(key);
    },
  };
}
