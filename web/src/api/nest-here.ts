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
  const look = () => {
    if (isNestHere() !== isNest) window.location.replace(isNest ? paths.home : paths.nest);
  };
  window.addEventListener('storage', look);
  window.addEventListener('pageshow', look); // the browser may have kept this page as it was left
}
