import type { catalog } from '@larksong/contracts';

import { DECODERS } from './formats.ts';

/** One start of ffmpeg: options before `-i`, a filter graph, and outputs. The input's address is added by `media/`. */
export interface FfmpegRun {
  inputOptions: string[];
  filter: string;
  outputs: { options: string[]; path: string }[];
}

/** What the machine's ffmpeg can do and how the source is reached. */
export interface Toolbox {
  /** `file` for a path, `http` for the worker's own server on loopback. */
  protocol: 'file' | 'http';
  threads: number;
  /** The filters `zscale` and `tonemap` are there. */
  canTonemap: boolean;
}

/** Most pixels of a decoded picture: 4096 × 4096. */
export const MAX_PIXELS = 4096 * 4096;
const MAX_ALLOC_BYTES = 512 * 1024 * 1024;

/** Options that keep a hostile file to itself: one demuxer, listed decoders, one protocol, bounded memory. */
export function guardOptions(protocol: 'file' | 'http', demuxer: string): string[] {
  return [
    ['-protocol_whitelist', protocol === 'file' ? 'file' : 'http,tcp', '-format_whitelist', demuxer],
    ['-codec_whitelist', DECODERS.join(',')],
    ['-max_alloc', String(MAX_ALLOC_BYTES), '-max_pixels', String(MAX_PIXELS), '-f', demuxer],
  ].flat();
}

/**
 * Options that let decoders be opened for these streams alone. The list of decoders does not suffice: when a file ends
 * while libavformat looks at it, it opens the decoders that are still missing without the list. A value that does not
 * exist makes each opening fail before the decoder is started.
 */
export function decodeOnly(streams: readonly number[]): string[] {
  return [
    ...['v', 'a', 's'].flatMap((kind) => [`-err_detect:${kind}`, 'refused']),
    ...streams.flatMap((index) => [`-err_detect:${index}`, '0']),
  ];
}

/** Options before the source of a plan; only its streams are decoded. */
export function inputOptions(toolbox: Toolbox, plan: catalog.Plan): string[] {
  const streams = [plan.video.streamIndex, ...(plan.audio ? [plan.audio.streamIndex] : [])];
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'warning', '-nostats'],
    ['-threads', String(toolbox.threads), '-filter_complex_threads', String(toolbox.threads)],
    ...guardOptions(toolbox.protocol, plan.demuxer),
    ...decodeOnly(streams),
  ].flat();
}
