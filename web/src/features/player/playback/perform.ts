import { formatDuration, formatNumber, formatPercent } from '../../../lib/format.ts';
import { text } from '../../../lib/texts.ts';
import { stepSpeed, type PlayerAction } from './shortcuts.ts';
import { clampSeek } from './timeline.ts';

const MIN_AUDIBLE_VOLUME = 0.2;

export interface Target {
  video: HTMLVideoElement;
  /** The element that goes full screen: the picture with its controls. */
  stage: HTMLElement;
  lengthSeconds: number;
  readySeconds: number;
  /** The last volume above 0. */
  audibleVolume: number;
  /** Turns captions on or off; returns the confirmation. */
  toggleCaptions: () => string;
  /** Opens the list of keys. */
  showHelp: () => void;
}

/** Performs the action of a key or a button; returns the confirmation to show. */
export function perform(action: PlayerAction, target: Target): string {
  const { video } = target;
  switch (action.kind) {
    case 'toggle':
      return togglePlay(video);
    case 'mute':
      return toggleSound(target);
    case 'volume':
      setVolume(video, video.volume + action.by);
      return text('player.said-volume', { volume: formatPercent(video.volume) });
    case 'skip':
      return (
        seek(target, video.currentTime + action.by) ||
        (action.by > 0
          ? text('player.said-forward', { seconds: action.by })
          : text('player.said-back', { seconds: -action.by }))
      );
    case 'jump':
      return seek(target, action.share * target.lengthSeconds) || formatDuration(video.currentTime);
    case 'speed':
      video.playbackRate = stepSpeed(video.playbackRate, action.step);
      return text('player.said-speed', { speed: toSpeedText(video.playbackRate) });
    case 'captions':
      return target.toggleCaptions();
    case 'full-screen':
      return toggleFullScreen(target) ? text('player.said-full-screen') : '';
    case 'picture-in-picture':
      return togglePictureInPicture(video);
    default:
      target.showHelp();
      return '';
  }
}

/** Seeks there, or as close as the stream is ready. Returns the message to show, or ''. */
export function seek(
  { video, lengthSeconds, readySeconds }: Pick<Target, 'video' | 'lengthSeconds' | 'readySeconds'>,
  seconds: number,
): string {
  const wanted = clampSeek(seconds, lengthSeconds, lengthSeconds);
  video.currentTime = clampSeek(wanted, lengthSeconds, readySeconds);
  // page and stream may differ by a second about the length
  return readySeconds > 0 && wanted > readySeconds + 1 ? text('player.said-not-prepared') : '';
}

/** Sets a volume of 0 to 1 and unmutes. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.max(0, Math.min(1, Math.round(volume * 100) / 100));
  video.muted = video.volume === 0;
}

/** A volume of 0 is as silent as being muted: unmuting then restores an audible volume. */
function toggleSound({ video, audibleVolume }: Target): string {
  if (!video.muted && video.volume > 0) {
    video.muted = true;
    return text('player.said-sound-off');
  }
  // on the way down by keys or slider, the last step above 0 is barely audible
  if (video.volume === 0) video.volume = Math.max(MIN_AUDIBLE_VOLUME, audibleVolume);
  video.muted = false;
  return text('player.said-sound-on');
}

/** Returns a speed as text, for example `1.5×`. */
export function toSpeedText(speed: number): string {
  return text('player.times', { speed: formatNumber(speed) });
}

/** Starts to play. If the browser refuses, the video stays paused and keeps its play button. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}

function togglePlay(video: HTMLVideoElement): string {
  if (video.paused || video.ended) {
    play(video);
    return text('player.said-play');
  }
  video.pause();
  return text('player.said-pause');
}

/** On iPhones, only the video element itself can go full screen. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

function toggleFullScreen({ stage, video }: Target): boolean {
  if (document.fullscreenElement !== null) {
    void document.exitFullscreen();
    return false;
  }
  if (document.fullscreenEnabled) stage.requestFullscreen().catch(() => {});
  else (video as AppleVideo).webkitEnterFullscreen?.(); // declared above; missing in some browsers
  return true;
}

/** Returns whether the browser offers picture-in-picture. */
export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled;
}

function togglePictureInPicture(video: HTMLVideoElement): string {
  if (!canPictureInPicture()) return '';
  if (document.pictureInPictureElement === video) void document.exitPictureInPicture();
  else video.requestPictureInPicture().catch(() => {});
  return text('player.said-picture-in-picture');
}
