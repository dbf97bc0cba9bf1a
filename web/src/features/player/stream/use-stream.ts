import { useCallback, useEffect, useRef, useState } from 'react';

import { canFeed, openHlsStream } from './hls-stream.ts';
import { canPlayNatively, openNativeStream } from './native-stream.ts';
import { STARTING, type Stream, type StreamOptions, type StreamState } from './stream.ts';

/**
 * Keeps a stream open on a video element, which plays no other. It begins at the first `startSeconds`; `retry` reopens
 * it where it stopped.
 */
export function useStream(video: HTMLVideoElement | null, source: string, startSeconds: number) {
  const [start, setStart] = useState({ seconds: startSeconds });
  const [state, setState] = useState<StreamState>(STARTING);
  const stream = useRef<Stream | null>(null);

  useEffect(() => {
    if (video === null) return undefined;
    stream.current = openStream(video, {
      source,
      startSeconds: start.seconds,
      onChange: (changes) => setState((before) => ({ ...before, ...changes })),
    });
    return () => {
      stream.current?.close();
      stream.current = null;
    };
  }, [video, source, start]);

  const choose = useCallback((name: string | null) => stream.current?.choose(name), []);
  const retry = () => {
    setState(STARTING);
    setStart({ seconds: state.stoppedAtSeconds });
  };
  return { ...state, choose, retry };
}

/** Uses hls.js if possible, otherwise the browser itself; null if neither can play the stream. */
function openStream(video: HTMLVideoElement, options: StreamOptions): Stream | null {
  if (canFeed()) return openHlsStream(video, options);
  if (canPlayNatively(video)) return openNativeStream(video, options);
  options.onChange({ phase: 'impossible' });
  return null;
}
