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
  const entries = createEntries(now);
  return {
    read: async (keys) =>
      keys.map((key) => {
        const entry = entries.find(key);
        return entry ? { count: entry.count, leftMs: entry.until - now() } : { count: 0, leftMs: 0 };
      }),
    async increment(key, life) {
      const entry = entries.find(key);
      const until = entry && !life.extends ? entry.until : now() + life.forMs;
      const count = (entry?.count ?? 0) + 1;
      entries.put(key, { count, until });
      return count;
    },
    set: async (key, forMs) => entries.put(key, { count: 1, until: now() + forMs }),
    async trySet(key, forMs) {
      if (entries.find(key)) return false;
      entries.put(key, { count: 1, until: now() + forMs });
      return true;
    },
    async take(key, { most, perMs }) {
      const taken = (entries.find(key)?.taken ?? []).filter((at) => at > now() - perMs);
      if (taken.length >= most) return (taken[0] ?? 0) + perMs - now();
      taken.push(now());
      entries.put(key, { count: taken.length, until: now() + perMs, taken });
      return 0;
    },
    async remove(keys) {
      for (const key of keys) entries.remove(key);
    },
  };
}

/** Returns a store of entries that are gone once their time is over. */
function createEntries(now: () => number) {
  const entries = new Map<string, Entry>();
  return {
    find(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (entry && entry.until > now()) return entry;
      entries.delete(key);
      return undefined;
    },
    put(key: string, entry: Entry): void {
      // Evicts the oldest, so that a flood of keys cannot fill the memory.
      if (!entries.has(key) && entries.size >= MAX_KEYS) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, entry);
    },
    remove: (key: string) => entries.delete(key),
  };
}
