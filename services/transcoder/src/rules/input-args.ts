import type { catalog } from '@larksong/contracts';

import { DECODERS } from './formats.ts';

/** One run of ffmpeg: options before `-i`, a filter graph, and outputs. `media/` adds the address of the input. */
export interface FfmpegRun {
  inputOptions: string[];
  filter: string;
  outputs: { options: string[]; path: string }[];
}

/** The capabilities of this machine's ffmpeg, and the access to the source. */
export interface Toolbox {
  /** `file` for a path, `http` for the worker's server on loopback. */
  protocol: 'file' | 'http';
  threads: number;
  /** Whether the filters `zscale` and `tonemap` are available. */
  canTonemap: boolean;
}

/** Maximum number of pixels of a decoded picture: 4096 × 4096. */
export const MAX_PIXELS = 4096 * 4096;
const MAX_ALLOC_BYTES = 512 * 1024 * 1024;

/** Returns the options that contain a hostile file: one demuxer, listed decoders, one protocol, bounded memory. */
export function guardOptions(protocol: 'file' | 'http', demuxer: string): string[] {
  return [
    ['-protocol_whitelist', protocol === 'file' ? 'file' : 'http,tcp', '-format_whitelist', demuxer],
    ['-codec_whitelist', DECODERS.join(',')],
    ['-max_alloc', String(MAX_ALLOC_BYTES), '-max_pixels', String(MAX_PIXELS), '-f', demuxer],
  ].flat();
}

/**
 * Returns options that allow decoders to be opened only for these streams. The list of decoders is not enough: if a
 * file ends while libavformat probes it, libavformat opens the missing decoders without checking the list. An invalid
 * value for the other streams makes opening fail before the decoder starts.
 */
export function decodeOnly(streams: readonly number[]): string[] {
  return [
    ...['v', 'a', 's'].flatMap((kind) => [`-err_detect:${kind}`, 'refused']),
    ...streams.flatMap((index) => [`-err_detect:${index}`, '0']),
  ];
}

/** Returns the options before the source of a plan; only the plan's streams are decoded. */
export function inputOptions(toolbox: Toolbox, plan: catalog.Plan): string[] {
  const streams = [plan.video.streamIndex, ...(plan.audio ? [plan.audio.streamIndex] : [])];
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'warning', '-nostats'],
    ['-threads', String(toolbox.threads), '-filter_complex_threads', String(toolbox.threads)],
    ...guardOptions(toolbox.protocol, plan.demuxer),
    ...decodeOnly(streams),
  ].flat();
}
