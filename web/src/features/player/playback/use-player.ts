import type { catalog } from '@larksong/contracts';
import { useEffect, useRef, useState, type RefObject } from 'react';

import { useMediaState, type MediaState } from './media-state.ts';
import { perform, play, seek, setVolume, type Target } from './perform.ts';
import { loadPreferences, savePreferences } from '../preferences/preferences.ts';
import type { PlayerAction } from './shortcuts.ts';
import { hasControls, type StreamState } from '../stream/stream.ts';
import { toLength } from './timeline.ts';
import { useAirPlay } from '../stream/use-air-play.ts';
import { useCaptions, type Captions } from './use-captions.ts';
import { useConfirmation } from './use-confirmation.ts';
import type { SessionActions, Shown, Surroundings } from './media-session.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePlayback, type OnPlayback } from './use-playback.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useStream } from '../stream/use-stream.ts';

export interface Player {
  media: MediaState;
  stream: StreamState;
  captions: Captions;
  lengthSeconds: number;
  /** Opens the list of screens and loudspeakers nearby; null if there are none, or the browser has no AirPlay. */
  chooseScreen: (() => void) | null;
  isRepeating: boolean;
  act: (action: PlayerAction) => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  setSpeed: (speed: number) => void;
  chooseQuality: (name: string | null) => void;
  toggleRepeat: () => void;
}

interface PlayerOptions {
  /** URL of the master playlist. */
  source: string;
  /** The page's data about the length; the stream's own may still grow. */
  durationSeconds: number | null;
  startSeconds: number;
  captions: readonly catalog.Caption[];
  onPlayback: OnPlayback;
  /** The metadata for lock screens. */
  shown: Shown;
  /** What media keys do instead, and what they lead to. */
  keys: Partial<SessionActions> & Surroundings;
  /** It is loaded, but does not start. */
  isWaiting: boolean;
  /** In a nest, the highest volume, from 0 to 1; undefined elsewhere. */
  maxVolume: number | undefined;
}

/** Combines the parts of a player for a video element and the stage around it. */
export function usePlayer(options: PlayerOptions) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [isRepeating, setRepeating] = useState(false);
  const [isHelpOpen, setHelp] = useState(false);
  const { choose, retry, ...stream } = useStream(video, options.source, options.startSeconds);
  const media = useMediaState(video);
  const lengthSeconds = toLength(options.durationSeconds, media.streamLength);
  const captions = useCaptions(video, options.source, options.captions);
  const confirmation = useConfirmation();

  // Until a new stream is open, the element may still play the one before.
  usePlayback(video, stream.phase === 'starting' ? () => {} : options.onPlayback);
  const audibleVolume = useSound(video, options.maxVolume);
  usePlayOnceReady(video, stream.phase === 'ready' && !options.isWaiting);
  useShortcuts(stage, (action) => withTarget((target) => confirmation.show(perform(action, target))));

  function withTarget(use: (target: Target) => void): void {
    if (video === null || stage === null || !hasControls(stream)) return;
    use({
      video,
      stage,
      lengthSeconds,
      readySeconds: media.readyEnd,
      audibleVolume: audibleVolume.current,
      toggleCaptions: captions.toggle,
      showHelp: () => setHelp(true),
    });
  }
  const player: Player = {
    media,
    stream,
    captions,
    lengthSeconds,
    chooseScreen: useAirPlay(video),
    isRepeating,
    act: (action) => withTarget((target) => void perform(action, target)),
    seek: (seconds) => withTarget((target) => confirmation.show(seek(target, seconds))),
    setVolume: (volume) => withTarget((target) => setVolume(target.video, volume)),
    setSpeed: (speed) => withTarget((target) => void (target.video.playbackRate = speed)),
    chooseQuality: choose,
    toggleRepeat: () => setRepeating((before) => !before),
  };
  useMediaKeys(video, player, options);
  const help = { isOpen: isHelpOpen, close: () => setHelp(false) };
  return { player, setVideo, setStage, stage, retry, help, confirmation: confirmation.text };
}

/** Lets lock screens show the song, and media keys control it. */
function useMediaKeys(video: HTMLVideoElement | null, player: Player, options: PlayerOptions): void {
  const { previous, next, isPausing, ...instead } = options.keys;
  useMediaSession(video, {
    shown: options.shown,
    actions: {
      play: () => video && play(video),
      pause: () => video?.pause(),
      skip: (by) => player.act({ kind: 'skip', by }),
      seek: player.seek,
      ...instead,
    },
    previous,
    next,
    isPausing,
  });
}

/**
 * Restores volume, mute and speed, and stores their changes. In a nest the volume stays below `maxVolume`, and nothing is
 * stored: a child has no keys to undo what was chosen elsewhere. Returns a ref to the last volume above 0.
 */
function useSound(video: HTMLVideoElement | null, maxVolume: number | undefined): RefObject<number> {
  const audibleVolume = useRef(0.5);
  useEffect(() => {
    if (video === null) return undefined;
    return maxVolume === undefined
      ? rememberSound(video, audibleVolume)
      : limitSound(video, audibleVolume, maxVolume);
  }, [video, maxVolume]);
  return audibleVolume;
}

function rememberSound(video: HTMLVideoElement, audibleVolume: RefObject<number>): () => void {
  const { volume, muted, speed } = loadPreferences();
  audibleVolume.current = volume;
  Object.assign(video, { volume, muted, defaultPlaybackRate: speed, playbackRate: speed });
  const remember = () => {
    video.defaultPlaybackRate = video.playbackRate; // a reload of the stream would reset the speed to it
    if (video.volume > 0) audibleVolume.current = video.volume;
    savePreferences({
      volume: audibleVolume.current,
      muted: video.muted || video.volume === 0,
      speed: video.playbackRate,
    });
  };
  const listening = new AbortController();
  video.addEventListener('volumechange', remember, { signal: listening.signal });
  video.addEventListener('ratechange', remember, { signal: listening.signal });
  return () => listening.abort();
}

/** On iPhones and iPads the volume cannot be set: it stays 1 there. */
function limitSound(
  video: HTMLVideoElement,
  audibleVolume: RefObject<number>,
  maxVolume: number,
): () => void {
  const volume = Math.min(loadPreferences().volume, maxVolume);
  Object.assign(video, { volume, muted: false, defaultPlaybackRate: 1, playbackRate: 1 });
  const limit = () => {
    if (video.volume > maxVolume) video.volume = maxVolume;
    if (video.volume > 0) audibleVolume.current = video.volume;
  };
  limit();
  video.addEventListener('volumechange', limit);
  return () => video.removeEventListener('volumechange', limit);
}

/** Starts playing when ready, after opening a video or a retry. If the browser refuses, the large play button stays. */
function usePlayOnceReady(video: HTMLVideoElement | null, isReady: boolean): void {
  useEffect(() => {
    if (video !== null && isReady) play(video);
  }, [video, isReady]);
}
