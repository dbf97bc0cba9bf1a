import type { catalog } from '@larksong/contracts';

/** A song as a lock screen shows it. */
export type Shown = Pick<catalog.Video, 'title' | 'thumbnail' | 'uploader'>;

export interface SessionActions {
  play: () => void;
  pause: () => void;
  /** Moves by seconds, forwards if positive. */
  skip: (by: number) => void;
  seek: (seconds: number) => void;
}

/** What is around a song. */
export interface Surroundings {
  /** Plays what comes before or after it; null for nothing. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** It starts in a moment, so it counts as playing: the device offers to pause. */
  isPausing: boolean;
}

export interface OpenSession {
  show: (song: Shown) => void;
  surround: (surroundings: Surroundings) => void;
  close: () => void;
}

/** Seconds, if the device names none; as the keys J and L. */
const SKIP = 10;
const POSITION_EVENTS = ['playing', 'pause', 'seeked', 'ratechange', 'durationchange'] as const;

/**
 * Passes media keys on to a player, and lets lock screens show what it plays. Needs a browser with
 * `navigator.mediaSession`.
 */
export function openMediaSession(video: HTMLVideoElement, actions: SessionActions): OpenSession {
  const { mediaSession } = navigator;
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', actions.play],
    ['pause', actions.pause],
    ['seekbackward', ({ seekOffset }) => actions.skip(-(seekOffset ?? SKIP))],
    ['seekforward', ({ seekOffset }) => actions.skip(seekOffset ?? SKIP)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && actions.seek(seekTime)],
  ];
  for (const [name, handler] of handlers) listen(name, handler);
  const closing = new AbortController();
  let isStarting = false;
  const follow = () => {
    mediaSession.playbackState = video.paused && !isStarting ? 'paused' : 'playing';
    showPosition(video);
  };
  for (const name of POSITION_EVENTS) video.addEventListener(name, follow, { signal: closing.signal });
  follow();
  return {
    show: showSong,
    surround: ({ previous, next, isPausing }) => {
      listen('previoustrack', previous);
      listen('nexttrack', next);
      isStarting = isPausing;
      follow();
    },
    close: () => {
      closing.abort();
      for (const [name] of handlers) listen(name, null);
      for (const name of ['previoustrack', 'nexttrack'] as const) listen(name, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
      mediaSession.setPositionState?.();
    },
  };
}

function showSong({ title, thumbnail, uploader }: Shown): void {
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: uploader.displayName ?? uploader.username,
    artwork: thumbnail === null ? [] : [{ src: new URL(thumbnail, location.href).href }],
  });
}

function listen(name: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(name, handler);
  } catch {
    // Older browsers lack some of them.
  }
}

function showPosition({ duration, currentTime, playbackRate }: HTMLVideoElement): void {
  // A film that is still being prepared has no end yet.
  if (!Number.isFinite(duration) || duration <= 0) return navigator.mediaSession.setPositionState?.();
  const position = Math.min(Math.max(currentTime, 0), duration);
  navigator.mediaSession.setPositionState?.({ duration, position, playbackRate });
}
