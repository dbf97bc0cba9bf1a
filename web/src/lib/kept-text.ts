import { useState } from 'react';

/** Used if the browser forbids storage, or has no more room. */
const inMemory = new Map<string, string>();

/**
 * Returns a text that was written and not sent; null for nothing. It is kept in the tab, also over a reload. A place
 * names the account, so that the next person to sign in here is not given what somebody else wrote.
 */
export function readKept(place: string): string | null {
  try {
    return inMemory.get(place) ?? sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function keep(place: string, text: string | null): void {
  inMemory.delete(place);
  try {
    if (text === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    if (text !== null) inMemory.set(place, text);
  }
}

/** Returns the places of all kept texts that begin with `prefix`. */
export function listKept(prefix: string): string[] {
  const places = [...inMemory.keys()];
  try {
    places.push(...Object.keys(sessionStorage));
  } catch {
    // There is only what the page remembers.
  }
  return [...new Set(places)].filter((place) => place.startsWith(prefix)).sort();
}

/** Follows a text that is being written, and keeps it; at first, it is `initial`. */
export function useKeptText(place: string, initial = '') {
  const [text, setText] = useState(() => readKept(place) ?? initial);
  return {
    text,
    type: (typed: string): void => {
      setText(typed);
      keep(place, typed === initial ? null : typed);
    },
    /** Forgets it, once it was sent or given up. */
    clear: (): void => {
      setText(initial);
      keep(place, null);
    },
  };
}
