import { Events, type default as HlsEngine } from 'hls.js';

import { takeEarlyVideo } from './early-video.ts';

/**
 * Lets hls.js play on a video element. If the element already plays, hls.js continues with its source and adds the
 * first segments once more, so that it knows them.
 */
export async function attachTo(element: HTMLVideoElement, hls: HlsEngine): Promise<void> {
  const early = takeEarlyVideo(element);
  await early?.whenFed;
  if (!hls.config) return; // it was closed meanwhile
  endOnceBuffered(hls);
  if (early?.source.readyState !== 'open') return hls.attachMedia(element);
  reuseBuffers(early.source);
  hls.attachMedia({ media: element, mediaSource: early.source });
}

/**
 * Ends picture and sound as soon as the last segment of each is buffered. hls.js waits until the position has been in a
 * segment of the sound for a moment: forever if the viewer is already at the end, or if the sound, whose segments have
 * other limits, waits for a picture before its first one.
 */
function endOnceBuffered(hls: HlsEngine): void {
  hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
    const playlist: string = frag.type;
    if (frag.endList) hls.trigger(Events.BUFFER_EOS, { type: playlist === 'main' ? 'video' : 'audio' });
  });
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
