import { Events, type FragBufferedData, type default as HlsEngine } from 'hls.js';

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
  endOnceBuffered(hls);
  hls.attachMedia({ media: element, mediaSource: early.source });
}

/**
 * Ends the stream as soon as its last segments are buffered. hls.js ends it only after a moment with the position in a
 * segment of the sound: never, if the viewer has sought the end already, or the song is over first.
 */
function endOnceBuffered(hls: HlsEngine): void {
  const ended = new Set<string>();
  function note(_event: string, { frag }: FragBufferedData): void {
    if (!frag.endList) return;
    ended.add(frag.type);
    if (!ended.has('main') || (hls.audioTracks.length > 0 && !ended.has('audio'))) return;
    hls.off(Events.FRAG_BUFFERED, note);
    hls.trigger(Events.BUFFER_EOS, { type: null }); // of all tracks
  }
  hls.on(Events.FRAG_BUFFERED, note);
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
