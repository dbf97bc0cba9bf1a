import { formatDuration } from '../../lib/format.ts';
import { stepSpeed, type PlayerAction } from './shortcuts.ts';
import { clampSeek } from './timeline.ts';

const LEAST_AUDIBLE = 0.2;

export interface Target {
  video: HTMLVideoElement;
  /** What goes full screen: the picture with its controls. */
  stage: HTMLElement;
  lengthSeconds: number;
  readySeconds: number;
  /** The volume before it was turned down to nothing, above 0. */
  audibleVolume: number;
  /** Switches captions on or off; gives the words for that. */
  toggleCaptions: () => string;
}

/** Does what a key or a button asks for, and gives the words that confirm it. */
export function perform(action: PlayerAction, target: Target): string {
  const { video } = target;
  switch (action.kind) {
    case 'toggle':
      return togglePlay(video);
    case 'mute':
      return toggleSound(target);
    case 'volume':
      setVolume(video, video.volume + action.by);
      return `Volume ${Math.round(video.volume * 100)} %`;
    case 'skip':
      return (
        seek(target, video.currentTime + action.by) ||
        `${action.by > 0 ? 'Forward' : 'Back'} ${Math.abs(action.by)} s`
      );
    case 'jump':
      return seek(target, action.share * target.lengthSeconds) || formatDuration(video.currentTime);
    case 'speed':
      video.playbackRate = stepSpeed(video.playbackRate, action.step);
      return `Speed ${toSpeedText(video.playbackRate)}`;
    case 'captions':
      return target.toggleCaptions();
    case 'full-screen':
      return toggleFullScreen(target) ? 'Full screen' : '';
    default:
      return togglePictureInPicture(video);
  }
}

/** Goes there, or as near as it is ready; gives the words for that, or none. */
export function seek(
  { video, lengthSeconds, readySeconds }: Pick<Target, 'video' | 'lengthSeconds' | 'readySeconds'>,
  seconds: number,
): string {
  const wish = clampSeek(seconds, lengthSeconds, lengthSeconds);
  video.currentTime = clampSeek(wish, lengthSeconds, readySeconds);
  // a second of difference is what page and stream may differ in about the end
  return readySeconds > 0 && wish > readySeconds + 1 ? 'The rest is still being prepared' : '';
}

/** A volume of 0 to 1; whoever turns it up wants to hear something. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.max(0, Math.min(1, Math.round(volume * 100) / 100));
  video.muted = video.volume === 0;
}

/** Turned down to nothing it is as silent as muted: then there is a volume again that can be heard. */
function toggleSound({ video, audibleVolume }: Target): string {
  if (!video.muted && video.volume > 0) {
    video.muted = true;
    return 'Sound off';
  }
  // on the way down by keys or on a slider the last step before 0 is hardly heard
  if (video.volume === 0) video.volume = Math.max(LEAST_AUDIBLE, audibleVolume);
  video.muted = false;
  return 'Sound on';
}

export function toSpeedText(speed: number): string {
  return `${speed}×`;
}

/** Starts to play; a refusal of the browser leaves it paused, and the play button stays. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => {});
}

function togglePlay(video: HTMLVideoElement): string {
  if (video.paused || video.ended) {
    play(video);
    return 'Play';
  }
  video.pause();
  return 'Pause';
}

/** iPhones know full screen only for the video element itself. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

function toggleFullScreen({ stage, video }: Target): boolean {
  if (document.fullscreenElement !== null) {
    void document.exitFullscreen();
    return false;
  }
  if (document.fullscreenEnabled) stage.requestFullscreen().catch(() => {});
  else (video as AppleVideo).webkitEnterFullscreen?.(); // declared above, where it exists
  return true;
}

export function canPictureInPicture(): boolean {
  return document.pictureInPictureEnabled;
}

function togglePictureInPicture(video: HTMLVideoElement): string {
  if (!canPictureInPicture()) return '';
  if (document.pictureInPictureElement === video) void document.exitPictureInPicture();
  else video.requestPictureInPicture().catch(() => {});
  return 'Picture in picture';
}
