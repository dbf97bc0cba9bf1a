import type { catalog } from '@larksong/contracts';

import {
  baseOptions,
  countFrames,
  guardOptions,
  inputOptions,
  type FfmpegRun,
  type Toolbox,
} from '../source/input-args.ts';
import { prepareFrames, scaleToStandard, TO_JPEG } from './picture-filters.ts';

/** Maximum width of a thumbnail in pixels. */
const THUMBNAIL_WIDTH = 640;
/** JPEG qualities encoded for each thumbnail, best first; the first that is small enough is used. */
export const THUMBNAIL_QUALITIES = [4, 7, 11, 16, 24] as const;
/** Width and height of the tiny greyscale copy by which a thumbnail is scored. */
const SAMPLE_SIDE = 16;
/** Containers round times. */
const TIME_SLACK_SECONDS = 0.002;

interface PictureRun extends Toolbox {
  plan: catalog.Plan;
  folder: string;
}

/**
 * Writes the most typical frame of the two seconds from `atSeconds` in several qualities, and a tiny greyscale copy. Decodes
 * from there if `seek` is true and the source allows it.
 */
export function thumbnailRun(run: PictureRun & { atSeconds: number; seek: boolean }): FfmpegRun {
  const { plan, folder } = run;
  const size = fitWidth(plan, Math.min(THUMBNAIL_WIDTH, plan.video.width));
  const copies = THUMBNAIL_QUALITIES.map((_, index) => `[q${index}]`).join('');
  const { countedRate, hasPalette = false } = plan.video;
  const decodesAll = !run.seek || hasPalette || countedRate !== undefined || run.protocol === 'pipe';
  const filters = [
    // Frames before the start of the video are not shown, such as those that an edit list skips.
    `trim=start=${(plan.startSeconds + (decodesAll ? run.atSeconds : 0) - TIME_SLACK_SECONDS).toFixed(6)}`,
    ...prepareFrames(plan),
    // Ten frames per second; the filter `fps` would drop the only frame of a video.
    "select='isnan(prev_selected_t)+gt(t-prev_selected_t,0.099)'",
    'trim=duration=2',
    'setpts=PTS-STARTPTS', // ffmpeg writes no picture whose time is negative
    ...scaleToStandard(plan, size, run),
    'setsar=1',
    'thumbnail=n=20',
    `${TO_JPEG},split=${THUMBNAIL_QUALITIES.length + 1}${copies}[g]`,
  ];
  return {
    inputOptions: [
      ...inputOptions(run, plan),
      ...(decodesAll ? [] : seekToPicture(plan, run.atSeconds)),
      '-copyts',
    ],
    filter: `[0:${plan.video.streamIndex}]${countFrames(plan)}${filters.join(',')};[g]scale=${SAMPLE_SIDE}:${SAMPLE_SIDE}:flags=area,format=gray[sample]`,
    outputs: [
      ...THUMBNAIL_QUALITIES.map((quality, index) => ({
        options: ['-map', `[q${index}]`, ...jpegOptions(quality)],
        path: `${folder}/thumbnail-${quality}.jpg`,
      })),
      {
        options: ['-map', '[sample]', '-frames:v', '1', '-c:v', 'rawvideo', '-f', 'rawvideo'],
        path: `${folder}/sample.gray`,
      },
    ],
  };
}

export interface Storyboard {
  intervalSeconds: number;
  columns: number;
  rows: number;
  tileWidth: number;
  tileHeight: number;
}

const TILE_WIDTH = 160;
const MAX_TILES = 100;
const MIN_INTERVAL_SECONDS = 2;
/** Up to this duration every frame is decoded; of longer videos, only the first frame of some segments. */
const WHOLE_DECODE_SECONDS = 300;

/** Plans at most 100 tiles, 160 pixels wide, one every two seconds or more. */
export function planStoryboard(plan: catalog.Plan): Storyboard {
  const intervalSeconds = Math.max(MIN_INTERVAL_SECONDS, Math.ceil(plan.durationSeconds / MAX_TILES));
  const tiles = Math.max(1, Math.ceil(plan.durationSeconds / intervalSeconds));
  const columns = Math.min(10, tiles);
  const tile = fitWidth(plan, TILE_WIDTH);
  return {
    intervalSeconds,
    columns,
    rows: Math.ceil(tiles / columns),
    tileWidth: tile.width,
    tileHeight: tile.height,
  };
}

/** Returns the segments of a rung that the storyboard needs: all of a short video, one per tile of a long one. */
export function storyboardSegments(
  plan: catalog.Plan,
  segments: readonly catalog.Segment[],
): readonly catalog.Segment[] {
  if (plan.durationSeconds <= WHOLE_DECODE_SECONDS) return segments;
  const { intervalSeconds } = planStoryboard(plan);
  const tileOf = ({ startSeconds }: catalog.Segment) => Math.floor(startSeconds / intervalSeconds);
  return segments.filter((segment, index) => {
    const before = segments[index - 1];
    return !before || tileOf(before) < tileOf(segment);
  });
}

/** Returns the arguments that write all tiles of the storyboard into one JPEG, from segments of one rung. */
export function storyboardRun(run: {
  threads: number;
  plan: catalog.Plan;
  folder: string;
  storyboard: Storyboard;
}): FfmpegRun {
  const { plan, storyboard } = run;
  const isWhole = plan.durationSeconds <= WHOLE_DECODE_SECONDS;
  const filters = [
    // The one frame of each tile of a long video comes at or after the tile's time.
    `fps=1/${storyboard.intervalSeconds}:start_time=0:eof_action=pass${isWhole ? '' : ':round=down'}`,
    `scale=${storyboard.tileWidth}:${storyboard.tileHeight}:flags=bicubic`,
    `setsar=1,${TO_JPEG}`,
    `tile=${storyboard.columns}x${storyboard.rows}`,
  ];
  return {
    inputOptions: [
      ...baseOptions(run.threads),
      ...guardOptions({ protocol: 'file', demuxer: 'mov', decoded: [0] }),
      ...(isWhole ? [] : ['-skip_frame', 'nokey']),
      '-copyts',
    ],
    filter: `[0:0]${filters.join(',')}[v]`,
    outputs: [{ options: ['-map', '[v]', ...jpegOptions(8)], path: `${run.folder}/storyboard.jpg` }],
  };
}

function jpegOptions(quality: number): string[] {
  return [
    ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', String(quality), '-pix_fmt', 'yuvj420p'],
    ['-map_metadata', '-1', '-fflags', '+bitexact', '-update', '1', '-f', 'image2'],
  ].flat();
}

/** Returns the options that seek to the key frame before a position of the video; none at its beginning. */
export function seekToPicture(plan: catalog.Plan, seconds: number): string[] {
  if (seconds <= 0) return [];
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', (plan.startSeconds + seconds).toFixed(3)];
}

function fitWidth(plan: catalog.Plan, width: number): { width: number; height: number } {
  const even = (length: number) => Math.max(2, Math.round(length / 2) * 2);
  return { width: even(width), height: Math.min(1024, even((width * plan.video.height) / plan.video.width)) };
}
