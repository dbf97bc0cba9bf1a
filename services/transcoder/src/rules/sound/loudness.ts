import type { catalog } from '@larksong/contracts';

import { guardOptions, KEEP_FILTERS, type FfmpegRun, type GuardedInput } from '../source/input-args.ts';

/** Integrated loudness (EBU R 128) of all sounds on the site, in LUFS. */
export const TARGET_LUFS = -16;
/** Maximum true peak in dBTP. */
export const PEAK_DB = -1.5;
/** The limiter's ceiling in dBTP; encoding raises peaks slightly above it. */
export const CEILING_DB = -2;

/** Samples per second of the AAC rendition. */
export const AUDIO_RATE = 48_000;
const STEREO_FILTERS = [
  `aresample=${AUDIO_RATE}`,
  'aformat=sample_fmts=fltp:channel_layouts=stereo',
] as const;

/** Floating-point samples beyond 36 dB above full scale are garbage. */
export const MAX_SAMPLE = 64;

/**
 * Returns the filters that replace garbage by silence. Files with floating-point samples may contain infinite ones, which
 * the encoder refuses, and ones so large that everything else would become inaudible.
 */
export function sampleFilters(codec: string): string[] {
  return codec.startsWith('pcm_f') ? [`aeval='if(lt(abs(val(ch)),${MAX_SAMPLE}),val(ch),0)':c=same`] : [];
}

const MAX_GAIN_DB = 15;
/** The limiter may lower peaks by this much; beyond that, it would be heard. */
const MAX_LIMITED_DB = 6;
/** Quieter sounds stay unchanged, because more gain would only amplify noise. */
const QUIETEST_LUFS = -50;
/** Assumed true peak of the parts that were not measured; decoded lossy sound rises this far above full scale. */
const UNKNOWN_PEAK_DB = 3;

/** Sounds up to this length are measured in full; for longer ones without seeking, only the first part. In seconds. */
export const MEASURED_SECONDS = 120;
const WINDOWS = { count: 12, seconds: 5 } as const;

/** A part of the source; `fromSeconds` counts from its start. */
export interface Window {
  fromSeconds: number;
  lengthSeconds: number;
}

/** Returns the parts by which the loudness of a source is measured; windows spread evenly over it if it is long. */
export function windowsOf(source: { durationSeconds: number; seekable: boolean }): Window[] {
  const { durationSeconds } = source;
  if (durationSeconds <= MEASURED_SECONDS || !source.seekable)
    return [{ fromSeconds: 0, lengthSeconds: Math.min(durationSeconds, MEASURED_SECONDS) }];
  return Array.from({ length: WINDOWS.count }, (_, index) => ({
    fromSeconds: ((index + 0.5) / WINDOWS.count) * durationSeconds - WINDOWS.seconds / 2,
    lengthSeconds: WINDOWS.seconds,
  }));
}

/** Returns the arguments that measure parts of one stream as a whole, mixed down as for publishing. */
export function loudnessRun(
  run: GuardedInput & { streamIndex: number; codec: string; windows: readonly Window[] },
): FfmpegRun {
  const guard = guardOptions(run);
  const [first = [], ...furtherInputs] = run.windows.map(({ fromSeconds }) => [
    ...['-threads', '1', ...KEEP_FILTERS, ...guard],
    ...(fromSeconds > 0 ? ['-noaccurate_seek', '-ss', fromSeconds.toFixed(3)] : []),
  ]);
  const filters = ['asetpts=PTS-STARTPTS', ...sampleFilters(run.codec), ...STEREO_FILTERS].join(',');
  const parts = run.windows.map(
    ({ lengthSeconds }, index) =>
      `[${index}:${run.streamIndex}]atrim=duration=${lengthSeconds.toFixed(3)},${filters}[w${index}]`,
  );
  const names = run.windows.map((_, index) => `[w${index}]`).join('');
  // Oversampling doubles the cost, and says little about the parts that are not measured.
  const meter = `ebur128=peak=${run.windows.length > 1 ? 'sample' : 'true'}:framelog=verbose`;
  return {
    inputOptions: [
      // The summary is logged at this level.
      ...['-nostdin', '-hide_banner', '-loglevel', 'info', '-nostats', '-filter_complex_threads', '1'],
      ...first,
    ],
    furtherInputs,
    filter: `${parts.join(';')};${names}concat=n=${run.windows.length}:v=0:a=1,${meter}[out]`,
    outputs: [{ options: ['-map', '[out]', '-f', 'null'], path: '-' }],
  };
}

/** A measurement by ffmpeg's `ebur128` (EBU R 128). */
export interface Loudness {
  integratedLufs: number;
  truePeakDb: number;
}

/**
 * Parses the last summary in ffmpeg's log; returns undefined if there is none or the sound is too short to be measured.
 */
export function readLoudness(log: string): Loudness | undefined {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integratedLufs = Number(/\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1]);
  const truePeakDb = Number(/\bPeak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1]);
  // -70 is the gate: nothing passed it.
  if (!Number.isFinite(integratedLufs) || integratedLufs <= -70) return undefined;
  return { integratedLufs, truePeakDb: Number.isFinite(truePeakDb) ? truePeakDb : 0 };
}

/** Nothing above this peak is heard; the noise of a microphone is louder. */
const SILENT_PEAK_DB = -60;

/** Returns whether the last summary in ffmpeg's log is about a sound that was read and is silent. */
export function isSilence(log: string): boolean {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const [lufs, peak] = [
    /\bI:\s+(-?[\d.]+) LUFS/.exec(summary)?.[1],
    /\bPeak:\s+(\S+) dBFS/.exec(summary)?.[1],
  ];
  return Number(lufs) <= -70 && (peak === '-inf' || Number(peak) <= SILENT_PEAK_DB);
}

export type AudioLevel = NonNullable<NonNullable<catalog.Plan['audio']>['level']>;

/**
 * Returns the constant gain towards the target. It is lower where the limiter would have to take more than 6 dB off the
 * measured peaks.
 */
export function levelOf({
  integratedLufs,
  truePeakDb,
  isWhole,
}: Loudness & { isWhole: boolean }): AudioLevel {
  const wanted = integratedLufs < QUIETEST_LUFS ? 0 : Math.min(MAX_GAIN_DB, TARGET_LUFS - integratedLufs);
  const allowed = CEILING_DB + MAX_LIMITED_DB - truePeakDb;
  const gainDb = Math.round(Math.min(wanted, allowed) * 10) / 10;
  const peak = isWhole ? truePeakDb : Math.max(truePeakDb, UNKNOWN_PEAK_DB);
  return { gainDb, limited: peak + gainDb > CEILING_DB };
}

/** Returns the filters that apply a level to the sound of a video; none if it stays unchanged. */
export function levelFilters(level: AudioLevel | undefined): string[] {
  if (!level) return [];
  return [
    ...(level.gainDb === 0 ? [] : [gainFilter(level.gainDb)]),
    // Twice the rate shows the limiter nearly as much as four times, at two thirds of the cost.
    ...(level.limited ? limiter({ ceilingDb: CEILING_DB, rate: AUDIO_RATE, oversampling: 2 }) : []),
  ];
}

/** Returns the filter that changes the volume. */
export function gainFilter(gainDb: number): string {
  return `volume=${gainDb.toFixed(2)}dB`;
}

/**
 * Returns filters that keep true peaks below a ceiling without shifting the sound. Oversampling makes peaks between
 * samples visible to the limiter.
 */
export function limiter(of: { ceilingDb: number; rate: number; oversampling: number }): string[] {
  const ceiling = (10 ** (of.ceilingDb / 20)).toFixed(4);
  return [
    `aresample=${of.rate * of.oversampling}`,
    `alimiter=limit=${ceiling}:attack=1:release=50:level=false:latency=true`,
    `aresample=${of.rate}`,
  ];
}
