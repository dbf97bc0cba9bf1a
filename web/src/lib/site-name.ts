import { createStore, useStore } from './store.ts';

/** The gateway writes the name into the page, so it is known before the first paint. */
const META = 'meta[name="application-name"]';

const siteName = createStore(document.querySelector<HTMLMetaElement>(META)?.content || 'Larksong');

/** Returns the name of the site and re-renders on its changes. */
export function useSiteName(): string {
  return useStore(siteName);
}

export function getSiteName(): string {
  return siteName.get();
}

/** Shows a name that was just saved; other tabs show it once they are loaded again. */
export function setSiteName(name: string): void {
  siteName.set(name);
}
