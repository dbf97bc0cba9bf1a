import { keepPlayerError } from '../../../parts/last-player-error.ts';
import { followConnection } from './connection.ts';
import type { Stream, StreamOptions } from './stream.ts';

/** By the codes of `MediaError`. */
const MEDIA_ERRORS = ['unknown', 'mediaAborted', 'mediaNetwork', 'mediaDecode', 'mediaSource'];

/** Returns whether the browser plays HLS natively. */
export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType('application/vnd.apple.mpegurl') !== '';
}

/** Leaves the stream to the browser, which chooses the quality and recovers from errors itself. */
export function openNativeStream(video: HTMLVideoElement, options: StreamOptions): Stream {
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener(
    'loadedmetadata',
    () => {
      // even at 0: a playlist that still grows would begin near its end
      if (Math.abs(video.currentTime - options.startSeconds) > 0.5) video.currentTime = options.startSeconds;
      options.onChange({ phase: 'ready' });
    },
    { signal },
  );
  video.addEventListener(
    'error',
    () => {
      keepPlayerError(options.source, {
        what: 'media',
        details: MEDIA_ERRORS[video.error?.code ?? 0] ?? 'unknown',
      });
      options.onChange({ phase: 'stopped', stoppedAtSeconds: video.currentTime });
    },
    { signal },
  );
  const stopFollowing = followConnection((isOffline) =>
    options.onChange({ outage: isOffline ? 'network' : null }),
  );
  video.src = options.source;
  return {
    choose() {},
    close() {
      listening.abort();
      stopFollowing();
      video.removeAttribute('src');
      video.load();
    },
  };
}
