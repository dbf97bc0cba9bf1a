import type { game } from '@larksong/contracts';

/** Cards of other choices, fetched in advance. */
interface Reserve {
  /** Fetches cards with their media, unless that was done before under this key. Never rejects. */
  fill: (key: string, draw: (signal: AbortSignal) => Promise<game.DealtItem[]>) => Promise<void>;
  /** Returns the fetched cards; undefined if they are not complete. */
  find: (key: string) => readonly game.DealtItem[] | undefined;
  /** Drops all cards and aborts the requests. */
  clear: () => void;
}

interface Entry {
  fetching: AbortController;
  items?: readonly game.DealtItem[];
}

/** Creates an empty reserve, which keeps its cards in memory. `prepare` resolves to whether their media are loaded. */
export function createReserve(prepare: (items: readonly game.DealtItem[]) => Promise<boolean>): Reserve {
  const entries = new Map<string, Entry>();
  return {
    async fill(key, draw) {
      if (entries.has(key)) return;
      const entry: Entry = { fetching: new AbortController() };
      entries.set(key, entry);
      const drop = () => entries.get(key) === entry && entries.delete(key);
      try {
        const items = await draw(entry.fetching.signal);
        // Without their media the cards would be silent.
        if (items.length > 0 && (await prepare(items))) entry.items = items;
        else drop();
      } catch {
        drop(); // no network; the next call tries again
      }
    },
    find: (key) => entries.get(key)?.items,
    clear() {
      for (const { fetching } of entries.values()) fetching.abort();
      entries.clear();
    },
  };
}
