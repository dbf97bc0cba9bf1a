import type { catalog } from '@larksong/contracts';

import { guardOptions, type Feed, type GuardedInput } from '../source/input-args.ts';

/** A film's streams, by their indexes. */
interface FilmStreams {
  video: number;
  audio?: number | undefined;
}

/**
 * In a joined file, ffmpeg would mistake some jumps for timestamp wraparound and correct them in its own way, and each
 * stream separately. Without the demuxer's correction, times stay within their 33 bits, and the program's own correction needs a jump back
 * of more than 24 hours.
 */
const FILE_TIMES = ['-copyts', '-dts_delta_threshold', '1e9', '-correct_ts_overflow', '0'] as const;
const WHOLE_COPY = ['-c', 'copy', '-copyinkf', '-copypriorss', '1'];

/** The offset added to numbers that may be negative or very large, so that ffmpeg leaves them unchanged. */
const [FAR_BEFORE, FAR_AFTER] = [2 ** 50, 2 ** 40];

/**
 * Returns options that list the packets of a film in file order with their original times. A list as by
 * `packetArgs` hides times that go back: ffmpeg corrects what it writes. Here, it believes that places in the file are times
 * and that times are durations. The decode times of the picture come from a second copy.
 */
export function fileOrderArgs(film: FilmStreams): { input: string[]; output: string[] } {
  const place = `pts=POS-2^50:dts=POS-2^50`;
  const copies = [
    { stream: film.video, time: 'PTS' },
    { stream: film.video, time: 'DTS' },
    ...(film.audio === undefined ? [] : [{ stream: film.audio, time: 'DTS' }]),
  ];
  return {
    input: [...FILE_TIMES],
    output: [
      copies.flatMap(({ stream }) => ['-map', `0:${stream}`]),
      copies.flatMap(({ time }, index) => [`-bsf:${index}`, `setts=${place}:duration=${time}+2^40`]),
      ...[WHOLE_COPY, ['-max_interleave_delta', '1', '-f', 'framecrc']],
    ].flat(),
  };
}

/** One line of a list made with `fileOrderArgs`. */
interface PlacedPacket {
  /** 0 for presentation times of the picture, 1 for its decode times, 2 for those of the sound. */
  copy: number;
  position: number;
  /** In seconds; undefined if the file does not state it. */
  time: number | undefined;
}

/** Returns a parser for lines of a list made with `fileOrderArgs`. */
export function createPlacedPacketReader(): (line: string) => PlacedPacket | undefined {
  const tickSeconds: number[] = [];
  return (line) => {
    const [, stream, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line) ?? [];
    if (stream) tickSeconds[Number(stream)] = Number(numerator) / Number(denominator);
    const [copy, place, , duration] = line.split(',', 4).map(Number);
    const tick = tickSeconds[copy ?? -1];
    if (line.startsWith('#') || copy === undefined || tick === undefined || place === undefined)
      return undefined;
    // ffmpeg replaces a negative duration by a guess.
    const hasTime = duration !== undefined && duration > FAR_AFTER / 2;
    const time = hasTime ? Math.round((duration - FAR_AFTER) * tick * 1e6) / 1e6 : undefined;
    return { copy, position: place + FAR_BEFORE, time };
  };
}

/** The demuxer that reads what `joinFeed` writes. */
export const JOINED = 'mpegts';

/**
 * Returns a program that copies a film with its parts following each other: the packets after each seam get later or earlier
 * times. It reads the same streams in the same way as `fileOrderArgs`, so that the numbers of packets agree.
 */
export function joinFeed(
  input: Pick<GuardedInput, 'protocol' | 'demuxer'>,
  film: FilmStreams,
  seams: readonly catalog.Seam[],
): Feed {
  const { audio, video } = film;
  const shift = (packetsOf: (seam: catalog.Seam) => number) => {
    const sum = seams
      .map((seam) => `gte(N,${packetsOf(seam)})*round(${seam.shiftSeconds.toFixed(6)}/TB)`)
      .join('+');
    const time = (name: string) => `'if(eq(${name},NOPTS),NOPTS,${name}+${sum})'`;
    return `setts=pts=${time('PTS')}:dts=${time('DTS')}`;
  };
  return {
    inputOptions: [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error'],
      ...guardOptions({ ...input, decoded: audio === undefined ? [video] : [video, audio] }),
      ...FILE_TIMES,
    ],
    outputOptions: [
      ['-map', `0:${video}`, '-bsf:v', shift((seam) => seam.videoPackets)],
      audio === undefined ? [] : ['-map', `0:${audio}`, '-bsf:a', shift((seam) => seam.audioPackets)],
      ...[WHOLE_COPY, ['-muxdelay', '0', '-muxpreload', '0', '-avoid_negative_ts', 'disabled']],
      // Each packet keeps its own time.
      ['-pes_payload_size', '0', '-f', JOINED, 'pipe:1'],
    ].flat(),
  };
}

/** Returns the plan adjusted for a film that comes from `joinFeed`. */
export function asJoined(plan: catalog.Plan): catalog.Plan {
  return {
    ...plan,
    demuxer: JOINED,
    video: { ...plan.video, streamIndex: 0 },
    audio: plan.audio && { ...plan.audio, streamIndex: 1 },
    subtitles: [],
  };
}
