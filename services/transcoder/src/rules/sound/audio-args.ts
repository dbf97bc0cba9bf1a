import { catalog } from '@larksong/contracts';

import { segmenterOptions } from '../picture/ffmpeg-args.ts';
import { BROADCAST } from '../source/formats.ts';
import { inputOptions, type FfmpegRun, type Toolbox } from '../source/input-args.ts';
import { listOutputs, type ListPaths } from '../timing/packets.ts';
import { AUDIO_RATE, levelFilters, sampleFilters } from './loudness.ts';

/**
 * Returns the arguments that encode the whole audio in one run: on the video's timeline, holes filled, with its
 * duration.
 */
export function audioRun(
  run: Toolbox & { plan: catalog.Plan; folder: string; lists?: ListPaths },
): FfmpegRun {
  const { plan } = run;
  const { audio } = plan;
  if (!audio) throw new Error('the plan has no audio');
  const listed = run.lists ? 'asplit=2[decoded][heard];[heard]' : '';
  return {
    inputOptions: [...inputOptions(run, plan), '-copyts'],
    filter: `[0:${audio.streamIndex}]asetpts=PTS-round(${plan.startSeconds.toFixed(6)}/TB),${listed}${audioFilters(plan)}[a]`,
    outputs: [
      {
        options: [
          ['-map', '[a]', '-c:a', 'aac', '-profile:a', 'aac_low', '-b:a', String(audio.bitrate)],
          ...segmenterOptions(run.folder, 0, {
            hlsTime: catalog.SEGMENT_SECONDS,
            flags: '+frag_discont+skip_sidx',
          }),
        ].flat(),
        path: `${run.folder}/playlist.m3u8`,
      },
      ...(run.lists
        ? listOutputs(run.lists, {
            streamIndex: audio.streamIndex,
            label: '[decoded]',
            encode: ['-c:a', 'pcm_u8'],
          })
        : []),
    ],
  };
}

/** Samples per AAC packet; the encoder inserts as many samples of silence before the first one. */
export const AAC_PACKET = 1024;

function audioFilters(plan: catalog.Plan): string {
  const samples = Math.ceil(plan.durationSeconds * AUDIO_RATE);
  // The last segment of the grid needs its own packet even if the video barely reaches into it.
  const lastSegment =
    (catalog.countSegments(plan.durationSeconds) - 1) * catalog.SEGMENT_SECONDS * AUDIO_RATE;
  const length = Math.max(samples, lastSegment + 2 * AAC_PACKET);
  return [
    ...sampleFilters(plan.audio?.codec ?? ''),
    // Otherwise ffmpeg fills the gap before a single wrong timestamp with silence.
    `aselect='lt(t,${Math.max(plan.durationSeconds, length / AUDIO_RATE).toFixed(6)})'`,
    `aresample=${AUDIO_RATE}:async=1${tolerance(plan)}:first_pts=0`,
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...levelFilters(plan.audio?.level),
    `apad=whole_len=${length}`,
    `atrim=end_sample=${length}`,
    `atrim=start_sample=${AAC_PACKET}`, // replaced by the encoder's own silence
  ].join(',');
}

/**
 * Returns the option that says by how many seconds the sound may deviate from its times before samples are removed or
 * silence is inserted. At seams and where the form changes, times are exact, and deviations would add up. Parts of a
 * broadcast overlap, or packets are lost. In other containers, times may be rounded or tremble by more.
 */
function tolerance({ audio, demuxer, seams }: catalog.Plan): string {
  if (seams !== undefined || audio?.changesForm === true) return ':min_hard_comp=0.015';
  return BROADCAST.some((each) => each === demuxer) ? ':min_hard_comp=0.04' : '';
}
