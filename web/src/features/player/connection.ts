/** Tells what the browser itself knows of the network: at once when it is away, then each change. Returns what ends it. */
export function followConnection(onOffline: (isOffline: boolean) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('offline', () => onOffline(true), { signal });
  window.addEventListener('online', () => onOffline(false), { signal });
  if (!navigator.onLine) onOffline(true);
  return () => listening.abort();
}
