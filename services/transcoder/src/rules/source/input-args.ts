import type { catalog } from '@larksong/contracts';

import { BROADCAST, DECODERS, MEASURED } from './formats.ts';

/** One run of ffmpeg: options before `-i`, a filter graph, and outputs. `media/` adds the address of the input. */
export interface FfmpegRun {
  inputOptions: string[];
  /** Options for each further time that the same input is opened, to read several parts of it. */
  furtherInputs?: string[][];
  filter: string;
  outputs: { options: string[]; path: string }[];
}

/** A run of ffmpeg before another one, which reads its output through a pipe. `media/` adds the address of the input. */
export interface Feed {
  inputOptions: string[];
  outputOptions: string[];
}

/** The capabilities of this machine's ffmpeg, and the access to the source. */
export interface Toolbox {
  protocol: Protocol;
  threads: number;
  /** Whether the filters `zscale` and `tonemap` are available. */
  canTonemap: boolean;
}

/** `file` for a path, `http` for the worker's server on loopback, `pipe` for the output of another program. */
type Protocol = 'file' | 'http' | 'pipe';

/**
 * How far libavformat reads ahead for information missing from a header. By default it gives up after five seconds, in
 * which a broadcast of slow slides shows only one picture, whose end it has not seen yet.
 */
export const PROBE_LIMITS: readonly string[] = [
  ...['-probesize', '20M', '-analyzeduration', '20000000', '-max_probe_packets', '5000'],
];

/** The picture of a packet that was cut off would be made up from those before it. */
const WHOLE_PACKETS = ['-fflags', '+discardcorrupt'] as const;

/** Maximum number of pixels of a decoded picture: 4096 × 4096. */
export const MAX_PIXELS = 4096 * 4096;
const MAX_ALLOC_BYTES = 512 * 1024 * 1024;

export interface GuardedInput {
  protocol: Protocol;
  demuxer: string;
  /** Indexes of the streams whose decoders may be opened. */
  decoded: readonly number[];
  /** The decoders that may be opened; those of video and audio if omitted. */
  decoders?: readonly string[];
}

/**
 * Returns the options that contain a hostile file: one demuxer, listed decoders for some streams, one protocol, bounded
 * memory. The list of decoders is not enough: if a file ends while libavformat probes it, libavformat opens the missing
 * decoders without checking the list. An invalid value for the other streams makes opening fail before the decoder starts.
 */
export function guardOptions(input: GuardedInput): string[] {
  const { protocol, demuxer, decoded, decoders = DECODERS } = input;
  return [
    ['-protocol_whitelist', protocol === 'http' ? 'http,tcp' : protocol, '-format_whitelist', demuxer],
    ['-codec_whitelist', decoders.join(',')],
    ['v', 'a', 's'].flatMap((kind) => [`-err_detect:${kind}`, 'refused']),
    decoded.flatMap((index) => [`-err_detect:${index}`, '0']),
    BROADCAST.some((each) => each === demuxer) ? PROBE_LIMITS : [],
    MEASURED.some((each) => each === demuxer) ? WHOLE_PACKETS : [],
    ['-max_alloc', String(MAX_ALLOC_BYTES), '-max_pixels', String(MAX_PIXELS), '-f', demuxer],
  ].flat();
}

/**
 * Returns the options of every run that decodes: the log level and the number of decoding threads. A second thread for
 * filters saves no time.
 */
export function baseOptions(threads: number): string[] {
  return [
    ['-nostdin', '-hide_banner', '-loglevel', 'warning', '-nostats'],
    ['-threads', String(threads), '-filter_complex_threads', '1'],
  ].flat();
}

/**
 * Keeps the filters when the form of a stream changes; otherwise ffmpeg would recreate all of them, and those that
 * count frames or samples would start over. `prepareFrames` converts pictures to one form; a sound that changes ends
 * the run (`one-form.ts`).
 */
export const KEEP_FILTERS = ['-reinit_filter', '0'] as const;

/** Returns the options before the source of a plan; only the plan's streams are decoded. */
export function inputOptions(toolbox: Toolbox, plan: catalog.Plan): string[] {
  return [
    ...baseOptions(toolbox.threads),
    // Otherwise ffmpeg turns frames before all other filters.
    ...(plan.video.turn ? ['-noautorotate'] : []),
    ...KEEP_FILTERS,
    ...guardOptions({ protocol: toolbox.protocol, demuxer: plan.demuxer, decoded: streamsOf(plan) }),
  ].flat();
}

/** Returns the indexes of the plan's streams. */
function streamsOf({ video, audio }: Pick<catalog.Plan, 'video' | 'audio'>): number[] {
  return [video.streamIndex, ...(audio ? [audio.streamIndex] : [])];
}

/** Returns a filter, with a comma, that gives frames without times those of a constant rate; empty if they have times. */
export function countFrames({ video: { countedRate } }: Pick<catalog.Plan, 'video'>): string {
  return countedRate ? `settb=1/90000,setpts=N/(${countedRate}*TB),` : '';
}
