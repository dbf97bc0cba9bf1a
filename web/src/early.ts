import { preloadCode } from './features/watch/preload-code.ts';
import { requestWatchPage } from './features/watch/early-watch.ts';

// A separate script that public/head.js adds to the page of a video; it runs while the other code is loading.
const search = new URLSearchParams(location.search);
const videoId = search.get('v');
if (videoId) {
  const stream = requestWatchPage(videoId, search);
  void preloadCode(stream);
  void stream.finally(() => {
    if (!globalThis.earlyVideo) globalThis.notePicture?.();
  });
}
