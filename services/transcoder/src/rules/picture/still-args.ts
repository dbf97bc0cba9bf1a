import type { catalog } from '@larksong/contracts';

import {
  baseOptions,
  guardOptions,
  type FfmpegRun,
  type GuardedInput,
  type Toolbox,
} from '../source/input-args.ts';
import { encoderOptions, segmenterOptions } from './ffmpeg-args.ts';

/** The picture of a song, whatever the shape of its cover. */
export const CANVAS = { width: 1280, height: 720 } as const;
/** Pictures per second of a song: enough for every player, and next to nothing to encode. */
export const STILL_RATE = 1;
/** ffmpeg's demuxer for the file of `canvasRun`, and its codec. */
export const CANVAS_DEMUXER = 'yuv4mpegpipe';
/** ffmpeg's demuxer for a drawing. */
export const DRAWING_DEMUXER = 'png_pipe';

/** One stream of a file that has the picture of a song. */
export interface StillInput extends Pick<GuardedInput, 'protocol' | 'demuxer'> {
  streamIndex: number;
}

/**
 * Returns the arguments that write the picture of a song in the colours of all videos. A transparent cover lies on white
 * paper, and one of another shape before an enlarged and blurred copy of itself.
 */
export function canvasRun(input: StillInput, threads: number, path: string): FfmpegRun {
  const { width, height } = CANVAS;
  const size = `${width}:${height}`;
  const scale = (more: string) => `scale=${size}:flags=bicubic:force_original_aspect_ratio=${more}`;
  return {
    inputOptions: [...baseOptions(threads), ...guardOptions({ ...input, decoded: [input.streamIndex] })],
    filter: [
      `[0:${input.streamIndex}]trim=end_frame=1,setpts=0,format=gbrap,setsar=1,split=2[ink][holes]`,
      '[holes]alphaextract,negate,format=gbrp[paper]',
      '[ink]premultiply=inplace=1,format=gbrp[print]',
      '[print][paper]blend=all_mode=addition,split=2[near][far]',
      // Scaling down and up again blurs at no cost.
      `[far]${scale('increase')},crop=${size},scale=32:18:flags=area,scale=${size}:flags=bicubic,eq=saturation=0.8[ground]`,
      `[near]${scale('decrease')}[cover]`,
      '[ground][cover]overlay=(W-w)/2:(H-h)/2:format=gbrp,' +
        'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,' +
        'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709[v]',
    ].join(';'),
    outputs: [{ options: ['-map', '[v]', '-frames:v', '1', '-f', 'yuv4mpegpipe'], path }],
  };
}

/** Returns the arguments that encode one segment of a still picture. */
export function stillRun(
  run: Pick<Toolbox, 'threads'> & { plan: catalog.Plan; rung: catalog.Rung; frames: number; folder: string },
): FfmpegRun {
  const { plan, rung, frames, folder } = run;
  const filters = [
    `loop=loop=${frames - 1}:size=1`,
    'setpts=N',
    `settb=1/${STILL_RATE}`,
    `scale=${rung.width}:${rung.height}:flags=bicubic`,
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
    'setsar=1',
    'format=yuv420p',
  ];
  return {
    inputOptions: [
      ...baseOptions(run.threads),
      ...guardOptions({ protocol: 'file', demuxer: CANVAS_DEMUXER, decoded: [0] }),
    ],
    filter: `[0:0]${filters.join(',')}[v]`,
    outputs: [
      {
        options: [
          ['-map', '[v]', ...encoderOptions(plan, rung), '-tune', 'stillimage', '-bf', '0'],
          segmenterOptions(folder, 0),
        ].flat(),
        path: `${folder}/playlist.m3u8`,
      },
    ],
  };
}
