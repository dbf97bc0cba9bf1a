import type HlsEngine from 'hls.js';

import { takeEarlyVideo } from '../../lib/early-video.ts';

/**
 * Lets hls.js play on a video element. If the element plays already, hls.js goes on with its source, to which it adds
 * the first segments once more: so it knows them.
 */
export async function attachTo(element: HTMLVideoElement, hls: HlsEngine): Promise<void> {
  const early = takeEarlyVideo(element);
  await early?.whenFed;
  if (!hls.config) return; // it was closed meanwhile
  if (early?.source.readyState !== 'open') return hls.attachMedia(element);
  reuseBuffers(early.source);
  keepBeforeEnd(element);
  hls.attachMedia({ media: element, mediaSource: early.source });
}

/** Enough for Chromium to show a picture without knowing that the stream ends there. */
const LAST_SECONDS = 1;

/**
 * Moves a viewer who has sought the end already shortly before it: at the end itself nothing is buffered, and hls.js
 * does not mark the end of a stream of which nothing is buffered.
 */
function keepBeforeEnd(element: HTMLVideoElement): void {
  const lastSeconds = element.duration - LAST_SECONDS;
  if (element.seeking && element.currentTime > lastSeconds) element.currentTime = lastSeconds;
}

/** Makes `addSourceBuffer` return the buffers that the source already has, each once. */
function reuseBuffers(source: MediaSource): void {
  const unused = new Map(
    [...source.sourceBuffers].map((buffer, index) => [index === 0 ? 'video' : 'audio', buffer]),
  );
  source.addSourceBuffer = (type) => {
    const kind = type.slice(0, 5);
    const buffer = unused.get(kind);
    unused.delete(kind);
    if (!buffer || ![...source.sourceBuffers].includes(buffer))
      return MediaSource.prototype.addSourceBuffer.call(source, type);
    buffer.changeType(type);
    return buffer;
  };
}
