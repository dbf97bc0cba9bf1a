import { createStore, useStore } from '../../lib/store.ts';

/** Songs that were heard in this visit, by links. The ids of links open nothing, unlike their codes. */
const KEY = 'heard-songs';

type Heard = Readonly<Record<string, readonly string[]>>;

const heard = createStore<Heard>(read());

/** Returns the songs of a link that were heard on this device, in this tab. */
export function useHeard(linkId: string | undefined): ReadonlySet<string> {
  const all = useStore(heard);
  return new Set(linkId === undefined ? [] : all[linkId]);
}

/** Remembers until the tab is closed that a song was heard. */
export function markHeard(linkId: string, videoId: string): void {
  const before = heard.get()[linkId] ?? [];
  if (before.includes(videoId)) return;
  heard.set({ ...heard.get(), [linkId]: [...before, videoId] });
  try {
    sessionStorage.setItem(KEY, JSON.stringify(heard.get()));
  } catch {
    // The ticks last until the page is left.
  }
}

function read(): Heard {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof stored === 'object' && stored !== null && Object.values(stored).every(Array.isArray)
      ? (stored as Heard) // written above
      : {};
  } catch {
    return {};
  }
}
