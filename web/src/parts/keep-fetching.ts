import type { CodeChunk } from '../lib/chunk.ts';
import { canReachServer } from './page-code.ts';

const AGAIN_MS = 5000;

/**
 * Fetches code without which a page shows nothing, until it has come. `reload` loads the page again once the server answers
 * again: it may no longer have the code of an older version, and some browsers never repeat a failed import.
 */
export async function keepFetching<T>(chunk: CodeChunk<T>, reload: () => void): Promise<T> {
  for (;;) {
    try {
      return await chunk.fetch();
    } catch {
      await waitForChange();
    }
    try {
      return await chunk.fetch();
    } catch {
      if (await canReachServer()) reload();
    }
  }
}

/** Resolves after a while, or as soon as the browser has a connection again. */
function waitForChange(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, AGAIN_MS);
    window.addEventListener('online', done);
    function done(): void {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
  });
}
