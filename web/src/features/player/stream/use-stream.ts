import { useCallback, useEffect, useRef, useState } from 'react';

import { keepPlayerError } from '../../../parts/last-player-error.ts';
import { canFeed, openHlsStream } from './hls-stream.ts';
import { canPlayNatively, openNativeStream } from './native-stream.ts';
import { watchPlayback } from './watch-playback.ts';
import { STARTING, type Stream, type StreamOptions, type StreamState } from './stream.ts';

/**
 * Keeps a stream open on a video element. It begins at the first `startSeconds`; `retry` reopens it where it stopped.
 * Another source follows it on the same element.
 */
export function useStream(video: HTMLVideoElement | null, source: string, startSeconds: number) {
  const toStart = (seconds: number) => ({ ...STARTING, start: { source, seconds } });
  const [{ start, ...state }, setState] = useState<StreamState & Started>(toStart(startSeconds));
  const stream = useRef<Stream | null>(null);
  if (start.source !== source) setState(toStart(startSeconds));

  useEffect(() => {
    if (video === null) return undefined;
    const playback = watchPlayback(video, start.source);
    stream.current = openStream(video, {
      source: start.source,
      startSeconds: start.seconds,
      onChange: (changes) => {
        playback.note(changes);
        setState((before) => (before.start === start ? { ...before, ...changes } : before));
      },
    });
    return () => {
      playback.end();
      stream.current?.close();
      stream.current = null;
    };
  }, [video, start]);

  const choose = useCallback((name: string | null) => stream.current?.choose(name), []);
  return { ...state, choose, retry: () => setState(toStart(state.stoppedAtSeconds)) };
}

/** What was opened; a new object for each attempt. */
interface Started {
  start: { source: string; seconds: number };
}

/** Uses hls.js if possible, otherwise the browser itself; null if neither can play the stream. */
function openStream(video: HTMLVideoElement, options: StreamOptions): Stream | null {
  if (canFeed()) return openHlsStream(video, options);
  if (canPlayNatively(video)) return openNativeStream(video, options);
  keepPlayerError(options.source, { what: 'unsupported' });
  options.onChange({ phase: 'impossible' });
  return null;
}
