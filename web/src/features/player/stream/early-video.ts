/** A video element that began to play before the code of the page had arrived. */
export interface EarlyVideo {
  videoId: string;
  element: HTMLVideoElement;
  source: MediaSource;
  /** Resolves when the segments that were requested early are in `source`, or one could not be loaded. */
  whenFed: Promise<void>;
}

declare global {
  /** Shared by two scripts that are built apart: the early one (src/early.ts) and the page. */
  var earlyVideo: EarlyVideo | undefined;
  /** Resolves `afterPicture`: the picture of the song moves, or none will. */
  var notePicture: (() => void) | undefined;
  /** Set by public/head.js if a song was opened: starts the code of the page once its picture moves, or soon anyway. */
  var afterPicture: ((start: () => void) => void) | undefined;
}

/** Returns the element that already plays a video, if there is one. */
export function findEarlyVideo(videoId: string): HTMLVideoElement | undefined {
  return globalThis.earlyVideo?.videoId === videoId ? globalThis.earlyVideo.element : undefined;
}

/** Returns the video that an element already plays, once, for the player that takes it over. */
export function takeEarlyVideo(element: HTMLVideoElement): EarlyVideo | undefined {
  const early = globalThis.earlyVideo;
  if (early?.element !== element) return undefined;
  globalThis.earlyVideo = undefined;
  return early;
}
