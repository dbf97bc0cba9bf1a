import type { Trying } from '@larksong/import';

/** Waits before a call is repeated; after a lost connection, only until the browser is online again. */
export const pause: Trying['pause'] = (milliseconds, { obstacle, signal }) =>
  new Promise((resolve) => {
    const ended = new AbortController();
    const done = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { signal: ended.signal });
    if (obstacle === 'lost') window.addEventListener('online', done, { signal: ended.signal });
  });
