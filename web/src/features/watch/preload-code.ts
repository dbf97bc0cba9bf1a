import { listedFiles, preload } from '../../lib/preload.ts';

/**
 * Requests the code and the styles of a video's page, which the build lists in index.html, after the beginning of the
 * stream and the code that every page needs: the first pictures do without them, but not without a processor that
 * compiles them.
 */
export async function preloadCode(whenStreamIsLoaded: Promise<void>): Promise<void> {
  await whenStreamIsLoaded.catch(() => {});
  const [, ...files] = listedFiles('watch-files');
  const page = document.querySelector<HTMLLinkElement>('#code');
  if (page) await whenLoaded(page.href);
  for (const file of files) preload(file);
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
