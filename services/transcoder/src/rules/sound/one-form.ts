import type { catalog } from '@larksong/contracts';

import { guardOptions, type Feed, type GuardedInput } from '../source/input-args.ts';
import { AUDIO_RATE, sampleFilters } from './loudness.ts';

/** ffmpeg's log line for a change of channels, rate or format of a sound while the filters must stay. */
const CHANGED = /Changing audio frame properties on the fly is not supported/;

/** Returns true if a run failed because its sound changes its form. */
export function hasChangedForm(log: string): boolean {
  return CHANGED.test(log);
}

/** The demuxer that reads what `oneFormFeed` writes. */
export const ONE_FORM = 'nut';
const CODEC = 'pcm_f32le';

/**
 * Returns a program that decodes a sound and converts all of it to one form, with its times. ffmpeg makes all filters again
 * where a form changes, so none may remember anything; those that do are in the run that reads this.
 */
export function oneFormFeed(
  input: Pick<GuardedInput, 'protocol' | 'demuxer'>,
  sound: { streamIndex: number; codec: string; startSeconds?: number },
): Feed {
  const filters = [
    ...mpegFilters(sound),
    ...sampleFilters(sound.codec),
    `aresample=${AUDIO_RATE}`,
    'aformat=sample_fmts=flt:channel_layouts=stereo',
  ];
  return {
    inputOptions: [
      ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1'],
      ...guardOptions({ ...input, decoded: [sound.streamIndex] }),
      '-copyts',
    ],
    outputOptions: [
      ['-filter_complex', `[0:${sound.streamIndex}]${filters.join(',')}[a]`, '-map', '[a]'],
      ['-c:a', CODEC, '-avoid_negative_ts', 'disabled', '-f', ONE_FORM, 'pipe:1'],
    ].flat(),
  };
}

/** The sample rates of MPEG audio, in Hz. */
const MPEG_RATES = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];
/** Deviation from a rate, in Hz, that rounding of times alone can cause. */
const ROUNDING_HZ = 0.05;
/** A frame whose time is wrong by less is not moved, in seconds. */
const NOTICED_SECONDS = 0.03;
/** Recordings that follow each other overlap, or leave a gap, of less than this, in seconds. */
const SEAM_SECONDS = 0.1;

/**
 * Where the sample rate changes, ffmpeg's decoder of MPEG audio still states the old rate for one frame (seen in 5.1). It
 * states a later rate for the very first frame if ffprobe has met that rate first. The time of such a frame is as wrong as its
 * rate, and the sound around it would be lost. A time that is wrong in this ratio becomes the end of the frame before, or
 * the time of the first packet.
 */
function mpegFilters({ codec, startSeconds }: { codec: string; startSeconds?: number }): string[] {
  if (!/^mp[123]/.test(codec)) return [];
  const anyRate = (isOf: (rate: number) => string) => MPEG_RATES.map(isOf).join('+');
  const isMoved = anyRate((rate) => `lt(abs(T*SR/${rate}-ld(0)),${SEAM_SECONDS})*(1-eq(SR,${rate}))`);
  const next = `st(0,PREV_OUTT+S/SR);if(gt(abs(T-ld(0)),${NOTICED_SECONDS})*(${isMoved}),round(ld(0)/TB),PTS)`;
  if (!startSeconds) return [`asetpts='if(N,${next},PTS)'`];
  const start = startSeconds.toFixed(6);
  const deviations = anyRate((rate) => `lt(abs(T*SR/${start}-${rate}),${ROUNDING_HZ})`);
  return [`asetpts='if(N,${next},if(${deviations},round(${start}/TB),PTS))'`];
}

/** Returns the plan adjusted for a sound that comes from `oneFormFeed`. */
export function withSoundInOneForm(plan: catalog.Plan): catalog.Plan {
  const { audio, video } = plan;
  return {
    ...plan,
    demuxer: ONE_FORM,
    video: { ...video, streamIndex: 0 },
    audio: audio && { ...audio, streamIndex: 0, codec: CODEC, changesForm: true },
  };
}
