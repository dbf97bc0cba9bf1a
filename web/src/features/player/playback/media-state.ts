import { useEffect, useState } from 'react';

import { findLoadedEnd, type Span } from './timeline.ts';

/** The state of a video element. Times are in seconds. */
export interface MediaState {
  isPaused: boolean;
  hasEnded: boolean;
  /** It is supposed to play, but cannot yet. */
  isWaiting: boolean;
  /** A frame has been shown. */
  hasPicture: boolean;
  position: number;
  /** The known length of the stream. */
  streamLength: number;
  /** The end of the part that can be played. */
  readyEnd: number;
  loadedEnd: number;
  volume: number;
  isMuted: boolean;
  speed: number;
}

const RESTING: MediaState = {
  isPaused: true,
  hasEnded: false,
  isWaiting: false,
  hasPicture: false,
  position: 0,
  streamLength: Number.NaN,
  readyEnd: 0,
  loadedEnd: 0,
  volume: 1,
  isMuted: false,
  speed: 1,
};

const EVENTS =
  'play playing pause ended waiting stalled canplay loadeddata emptied timeupdate seeking seeked progress durationchange volumechange ratechange'.split(
    ' ',
  );

/** Returns the state of a video element and re-renders on its changes. */
export function useMediaState(video: HTMLVideoElement | null): MediaState {
  const [state, setState] = useState(RESTING);
  useEffect(() => {
    if (video === null) return undefined;
    const update = () => setState(readMedia(video));
    for (const event of EVENTS) video.addEventListener(event, update);
    update();
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [video]);
  return state;
}

function readMedia(video: HTMLVideoElement): MediaState {
  const isPaused = video.paused || video.ended;
  return {
    isPaused,
    hasEnded: video.ended,
    isWaiting: !isPaused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    hasPicture: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    position: video.currentTime,
    streamLength: video.duration,
    readyEnd: toSpans(video.seekable).at(-1)?.endSeconds ?? 0,
    loadedEnd: findLoadedEnd(toSpans(video.buffered), video.currentTime),
    volume: video.volume,
    isMuted: video.muted,
    speed: video.playbackRate,
  };
}

function toSpans(ranges: TimeRanges): Span[] {
  return Array.from({ length: ranges.length }, (_, index) => ({
    startSeconds: ranges.start(index),
    endSeconds: ranges.end(index),
  }));
}
