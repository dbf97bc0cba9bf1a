import { paths } from '../paths.ts';

/** Where the session of the nests on this device is kept; public/head.js looks at it as well. */
export const NEST_SESSION_KEY = 'nest.session';

/**
 * Returns whether a nest is in this browser: the gateway says so in every page that it sends here, and a session may be
 * kept of which the gateway does not know.
 */
export function isNestHere(): boolean {
  if (document.querySelector('meta[name="nest"]')) return true;
  try {
    return localStorage.getItem(NEST_SESSION_KEY) !== null;
  } catch {
    return false; // without storage there is no session
  }
}

/**
 * Keeps all open pages in the same world: a nest's device shows nothing else, and one on which somebody has signed in is
 * no nest's any more. `isNest` is that of this page.
 */
export function followNests(isNest: boolean): void {
  const look = (isHere: boolean) => {
    if (isHere !== isNest) window.location.replace(isNest ? paths.home : paths.nest);
  };
  // What the gateway said of this page is old by now. The key is null when all of the storage has been cleared.
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === localStorage && (key === null || key === NEST_SESSION_KEY))
      look(localStorage.getItem(NEST_SESSION_KEY) !== null);
  });
  window.addEventListener('pageshow', () => look(isNestHere())); // the browser may have kept this page as it was left
}
