import type { Rung } from './start-rung.ts';

/** A rung in a master playlist, with the address of the rung's playlist. */
interface ListedRung extends Rung {
  uri: string;
  /** The codec of the picture; empty if it is not listed. */
  codec: string;
}

interface Master {
  rungs: ListedRung[];
  /** Address of the sound's playlist; null if there is no sound. */
  audioUri: string | null;
  /** Empty if it is not listed. */
  audioCodec: string;
}

interface ListedSegment {
  uri: string;
  initUri: string | undefined;
  /** Time at which it ends, from the beginning of the stream. */
  endSeconds: number;
}

/** Reads a master playlist of this site (RFC 8216). Addresses are relative to its own. */
export function readMaster(text: string): Master {
  const rungs = Array.from(
    text.matchAll(/^#EXT-X-STREAM-INF:(.+)\n(\S+)$/gm),
    ([, attributes = '', uri = '']) => {
      const [, bitrate] = /(?:^|,)BANDWIDTH=(\d+)/.exec(attributes) ?? [];
      const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes) ?? [];
      return {
        uri,
        codec: codecsOf(attributes)[0] ?? '',
        bitrate: Number(bitrate),
        width: Number(width),
        height: Number(height),
      };
    },
  );
  const [, attributes = ''] = /^#EXT-X-STREAM-INF:(.+)$/m.exec(text) ?? [];
  const audio = /^#EXT-X-MEDIA:TYPE=AUDIO,.*URI="([^"]+)"/m.exec(text);
  return { rungs, audioUri: audio?.[1] ?? null, audioCodec: codecsOf(attributes)[1] ?? '' };
}

/** Returns the codecs of a rung with its sound; the picture's is the first one. */
function codecsOf(attributes: string): string[] {
  return /CODECS="([^"]*)"/.exec(attributes)?.[1]?.split(',') ?? [];
}

/** Returns the segments of a media playlist of this site (RFC 8216). */
export function readMedia(text: string): ListedSegment[] {
  const segments: ListedSegment[] = [];
  let initUri: string | undefined;
  let endSeconds = 0;
  for (const line of text.split('\n')) {
    initUri = /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1] ?? initUri;
    endSeconds += Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? 0);
    if (line !== '' && !line.startsWith('#')) segments.push({ uri: line, initUri, endSeconds });
  }
  return segments;
}
