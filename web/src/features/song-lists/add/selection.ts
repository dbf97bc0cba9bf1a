import { createStore } from '../../../lib/store.ts';

/** The songs that are selected, by their ids; null while songs are opened, not selected. */
export const selection = createStore<ReadonlySet<string> | null>(null);

/** Selects a song, or no longer. */
export function toggleSelected(id: string): void {
  const before = selection.get() ?? new Set();
  selection.set(new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
}
