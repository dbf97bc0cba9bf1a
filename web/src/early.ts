import { linkedVideo } from '@larksong/contracts';

import { preloadCode } from './features/watch/preload-code.ts';
import { requestWatchPage } from './features/watch/early-watch.ts';
import { isNestHere } from './api/nest-here.ts';

// A separate script of a video's page, in it or added by public/head.js; it runs while the other code is loading.
const search = new URLSearchParams(location.search);
const videoId = linkedVideo(search);
if (videoId && !isNestHere()) {
  const stream = requestWatchPage(videoId, search);
  void preloadCode(stream);
  void stream.finally(() => {
    if (!globalThis.earlyVideo) globalThis.notePicture?.();
  });
}
