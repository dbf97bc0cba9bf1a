import { gainFilter, limiter } from '../rules/sound/loudness.ts';
import { guardOptions, type FfmpegRun, type GuardedInput } from '../rules/source/input-args.ts';
import type { SoundDemuxer } from './formats.ts';
import type { Level } from './loudness.ts';

/** Samples per second of the raw samples and of the result. */
export const SOUND_RATE = 44_100;
/** Only this much of a file is read. */
const MAX_READ_SECONDS = 120;
const BITRATE = '48k';
/** Oversampling of the limiter. */
const OVERSAMPLING = 4;

interface Input {
  protocol: 'file' | 'http' | 'pipe';
  threads: number;
}

function inputOptions(input: GuardedInput & { threads: number }, more: string[]): string[] {
  return [
    // Measurements are logged at this level.
    ['-nostdin', '-hide_banner', '-loglevel', 'info', '-nostats'],
    ['-threads', String(input.threads), '-filter_complex_threads', '1'],
    guardOptions(input),
    more,
  ].flat();
}

const OWN = { protocol: 'file', threads: 1, decoded: [0] } as const;
const RAW = ['-ar', String(SOUND_RATE), '-ac', '1'];
const METER = 'ebur128=peak=true:framelog=verbose';
const NOTHING_ELSE = ['-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'];

/** Returns the arguments that decode one stream of an uploaded file into raw mono samples. */
export function decodeRun(
  run: Input & { demuxer: SoundDemuxer; streamIndex: number; output: string },
): FfmpegRun {
  return {
    inputOptions: inputOptions({ ...run, decoded: [run.streamIndex] }, ['-t', String(MAX_READ_SECONDS)]),
    filter: `[0:${run.streamIndex}]aresample=${SOUND_RATE},aformat=sample_fmts=flt:channel_layouts=mono[out]`,
    outputs: [
      {
        options: [
          ...['-map', '[out]', ...NOTHING_ELSE],
          ...['-t', String(MAX_READ_SECONDS), '-c:a', 'pcm_f32le', '-f', 'f32le'],
        ],
        path: run.output,
      },
    ],
  };
}

/**
 * Returns the arguments that decode an MP3 without anything else into raw mono samples and, in the same run, measure its
 * loudness and true peak, repeated `repeats` times so that a short one is long enough.
 */
export function decodeAndMeasureRun(run: Input & { repeats: number; output: string }): FfmpegRun {
  const decoding = decodeRun({ ...run, demuxer: 'mp3', streamIndex: 0 });
  const [decoded] = decoding.outputs;
  const filter = decoding.filter.replace(
    '[out]',
    `,asplit[out][copy];[copy]aloop=loop=${run.repeats}:size=${MAX_READ_SECONDS * SOUND_RATE},${METER}[measured]`,
  );
  const measured = { options: ['-map', '[measured]', '-f', 'null'], path: '-' };
  return { ...decoding, filter, outputs: decoded ? [decoded, measured] : [] };
}

/** Returns the arguments that measure loudness and true peak; `repeats` makes a short sound long enough. */
export function measureRun(run: { of: 'f32le' | 'mp3'; repeats: number }): FfmpegRun {
  const loop = run.repeats > 0 ? ['-stream_loop', String(run.repeats)] : [];
  return {
    inputOptions: inputOptions({ ...OWN, demuxer: run.of }, [...(run.of === 'f32le' ? RAW : []), ...loop]),
    filter: `[0:0]${METER}[out]`,
    outputs: [{ options: ['-map', '[out]', '-f', 'null'], path: '-' }],
  };
}

/** Returns the arguments that encode raw samples at a level as mono MP3 without tags. */
export function encodeRun(run: { level: Level; output: string }): FfmpegRun {
  const { gainDb, ceilingDb } = run.level;
  const filters = [
    gainFilter(gainDb),
    ...limiter({ ceilingDb, rate: SOUND_RATE, oversampling: OVERSAMPLING }),
  ];
  return {
    inputOptions: inputOptions({ ...OWN, demuxer: 'f32le' }, RAW),
    filter: `[0:0]${filters.join(',')}[out]`,
    outputs: [
      {
        options: [
          ...['-map', '[out]', ...NOTHING_ELSE],
          ...['-c:a', 'libmp3lame', '-b:a', BITRATE, '-ar', String(SOUND_RATE), '-ac', '1'],
          ...['-id3v2_version', '0', '-fflags', '+bitexact', '-flags:a', '+bitexact', '-f', 'mp3'],
        ],
        path: run.output,
      },
    ],
  };
}
