/**
 * Gives the history entry of a page that was opened by its address a unique key, as the router does with the entries that
 * it adds. Otherwise all such pages share the key `default`, under which the place on the page is kept, and one would
 * open where another was left. Reloading, going back and going forward still find the key. To be called before the
 * router starts.
 */
export function keyFirstEntry(): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  if ('key' in known) return;
  window.history.replaceState({ ...known, key: `first-${Math.random().toString(36).slice(2, 10)}` }, '');
}
