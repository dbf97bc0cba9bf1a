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
