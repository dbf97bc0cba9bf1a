import { followConnection } from './connection.ts';
import type { Stream, StreamOptions } from './stream.ts';

/** Whether the browser plays HLS by itself. */
export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType('application/vnd.apple.mpegurl') !== '';
}

/** Leaves the stream to the browser, which then chooses the quality and recovers by itself. */
export function openNativeStream(video: HTMLVideoElement, options: StreamOptions): Stream {
  const listening = new AbortController();
  const { signal } = listening;
  video.addEventListener(
    'loadedmetadata',
    () => {
      // also to the start: a playlist that still grows would begin near its end
      if (Math.abs(video.currentTime - options.startSeconds) > 0.5) video.currentTime = options.startSeconds;
      options.onChange({ phase: 'ready' });
    },
    { signal },
  );
  video.addEventListener(
    'error',
    () => options.onChange({ phase: 'stopped', stoppedAtSeconds: video.currentTime }),
    { signal },
  );
  const stopFollowing = followConnection((isOffline) => options.onChange({ isOffline }));
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
