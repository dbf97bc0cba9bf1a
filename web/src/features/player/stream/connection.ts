/**
 * Reports the browser's connection state: at once if it is offline, then every change. Returns a function that stops
 * it.
 */
export function followConnection(onOffline: (isOffline: boolean) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('offline', () => onOffline(true), { signal });
  window.addEventListener('online', () => onOffline(false), { signal });
  if (!navigator.onLine) onOffline(true);
  return () => listening.abort();
}
