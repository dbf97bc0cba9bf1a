/**
 * On a slow connection, requests the code and the styles of a video's page, which the build lists in index.html, after
 * the code that every page needs, which then starts sooner. On others, public/head.js has requested them at once.
 * Resolves when there is room for the stream.
 */
export async function preloadCode(): Promise<void> {
  if (document.querySelector('link[rel="modulepreload"]')) return;
  const list = document.querySelector<HTMLMetaElement>('meta[name="watch-files"]')?.content ?? '';
  const [, ...files] = list.split(' ');
  const page = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/index-"]');
  if (page) await whenLoaded(page.src);
  // the largest file is the first one; the stream is requested beside the rest of it
  const [, ...small] = files.map(preload);
  await Promise.all(small.map(whenLoaded));
}

/** Returns the absolute address. */
function preload(file: string): string {
  const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  const link = Object.assign(document.createElement('link'), { ...kind, crossOrigin: '', href: file });
  document.head.append(link);
  return link.href;
}

/** Resolves when a file that was requested has arrived. */
function whenLoaded(address: string): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((entries, observer) => {
      if (!entries.getEntriesByName(address).length) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'resource', buffered: true });
  });
}
