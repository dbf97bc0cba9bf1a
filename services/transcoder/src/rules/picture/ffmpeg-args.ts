import { catalog } from '@larksong/contracts';

import { countFrames, inputOptions, type FfmpegRun, type Toolbox } from '../source/input-args.ts';
import { framesPerSecond } from '../timing/frame-rate.ts';
import {
  decimationOf,
  firstFrameOfSegment,
  hasVariableFrameRate,
  isLastChunk,
  rateOf,
  rungTimeBase,
  VARIABLE_TICKS,
} from '../timing/grid.ts';
import { listOutputs, type ListPaths } from '../timing/packets.ts';
import { prepareFrames, scaleToStandard } from './picture-filters.ts';

/** Names of the files that the segmenter writes into a rendition's folder. */
export const INIT_FILE = 'init.mp4';
export const SEGMENT_FILE = /^(\d{5,})\.m4s$/;

export interface ChunkRun extends Toolbox {
  plan: catalog.Plan;
  chunk: catalog.Chunk;
  /** Those of the plan that this run encodes, largest first. */
  rungs: readonly catalog.Rung[];
  /** Returns the output folder of a rung. */
  folderOf: (rung: catalog.Rung) => string;
  /** If false, decodes from the beginning, for a source whose index led past the chunk's start. */
  seek: boolean;
  /** Where one of the runs of a chunk lists the packets and frames that it reads and decodes. */
  lists?: ListPaths | undefined;
}

/**
 * Returns the arguments of one process that decodes a chunk and encodes rungs of it. A rung is the same, byte for byte,
 * whichever others are encoded with it.
 */
export function chunkRun(run: ChunkRun): FfmpegRun {
  const { plan, chunk } = run;
  return {
    inputOptions: [...inputOptions(run, plan), ...(run.seek ? seekTo(plan, chunk) : []), '-copyts'],
    filter: chunkFilter(run),
    outputs: [...rungOutputs(run), ...(run.lists ? frameLists(run, run.lists) : [])],
  };
}

function rungOutputs(run: ChunkRun): FfmpegRun['outputs'] {
  const { plan, chunk, rungs } = run;
  return rungs.map((rung) => ({
    options: [
      ['-map', `[v${plan.rungs.indexOf(rung)}]`, ...encoderOptions(plan, rung)],
      ['-force_key_frames', keyFrameTimes(plan, rung, chunk)],
      // With -copyts, this limits the timestamp rather than the duration of the output.
      ['-t', String(chunk.endSeconds + 4 * catalog.SEGMENT_SECONDS)],
      ...segmenterOptions(run.folderOf(rung), chunk.firstSegment),
    ].flat(),
    path: `${run.folderOf(rung)}/playlist.m3u8`,
  }));
}

/** Lists extend a bit beyond the chunk, since frames are not decoded in the order in which they are shown. */
const LISTED_SECONDS = 0.2;

function frameLists({ chunk, plan }: ChunkRun, lists: ListPaths): FfmpegRun['outputs'] {
  const end = chunk.endSeconds + LISTED_SECONDS;
  const isWhole = isLastChunk(plan, chunk);
  return listOutputs(lists, {
    streamIndex: plan.video.streamIndex,
    label: '[decoded]',
    // The picture itself is not written.
    encode: ['-c:v', 'wrapped_avframe', '-fps_mode', 'passthrough', '-enc_time_base', '1/90000'],
    ...(isWhole ? {} : { endSeconds: { read: plan.startSeconds + end, decoded: end } }),
  });
}

/**
 * Returns the options that seek to the key frame before a point half a frame (three frames when deinterlacing) before the
 * chunk. MP4 is sought by decode times, by which a key frame may come before the point but be shown after it.
 */
export function seekTo(plan: catalog.Plan, chunk: catalog.Chunk): string[] {
  if (chunk.firstSegment === 0 || plan.video.countedRate) return [];
  const early = (plan.video.interlaced ? 3 : 0.5) / framesPerSecond(rateOf(plan.video.frameRate));
  const lead = plan.video.leadSeconds ?? 0;
  const seconds = plan.startSeconds + chunk.firstSegment * catalog.SEGMENT_SECONDS - early - lead;
  return ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', seconds.toFixed(6)];
}

/** Decode → rebase to 0 → trim to the chunk → first rung → second rung from the first, and so on. */
function chunkFilter(run: ChunkRun): string {
  const { plan } = run;
  const variable = hasVariableFrameRate(plan);
  const first = plan.startSeconds + (plan.video.delaySeconds ?? 0);
  const start = [
    `[0:${plan.video.streamIndex}]${countFrames(plan)}setpts=PTS-round(${first.toFixed(6)}/TB)`,
    ...(run.lists ? ['split=2[decoded][shown];[shown]null'] : []),
    ...prepareFrames(plan),
    ...keepLastFrame(run),
    ...(variable ? variableWindow(plan, run.chunk) : constantWindow(plan, run.chunk)),
  ];
  const chains: string[] = [];
  let decimated = 1;
  const isEncoded = (rung: catalog.Rung) => run.rungs.includes(rung);
  const lastIndex = plan.rungs.findLastIndex(isEncoded);
  for (const [index, rung] of plan.rungs.slice(0, lastIndex + 1).entries()) {
    const keepEvery = decimationOf(plan, rung);
    const from = index === 0 ? `${start.join(',')},` : `[c${index}]`;
    const filters = [
      ...(keepEvery > decimated ? [keepFrames(plan, keepEvery)] : []),
      ...(index === 0
        ? scaleToStandard(plan, rung, run)
        : [`scale=${rung.width}:${rung.height}:flags=bicubic`]),
      'setsar=1',
      'format=yuv420p',
    ];
    decimated = keepEvery;
    const base = rungTimeBase(plan, rung);
    const time = `settb=${base.numerator}/${base.denominator}`;
    const end =
      index === lastIndex
        ? `,${time}[v${index}]`
        : isEncoded(rung)
          ? `,split=2[s${index}][c${index + 1}]`
          : `[c${index + 1}]`;
    chains.push(`${from}${filters.join(',')}${end}`);
    if (index !== lastIndex && isEncoded(rung)) chains.push(`[s${index}]${time}[v${index}]`);
  }
  return chains.join(';');
}

/**
 * Repeats the last frame once, for `constantWindow`: it drops a last frame that is slightly early if the file does not state how
 * long that frame lasts. `stop` counts frames, since a duration would be endless at an unknown rate.
 */
function keepLastFrame({ plan, chunk }: ChunkRun): string[] {
  return hasVariableFrameRate(plan) || !isLastChunk(plan, chunk) ? [] : ['tpad=stop_mode=clone:stop=1'];
}

/**
 * Numbers frames at a constant rate from 0: removes jitter, fills holes, holds the last frame if the sound is longer, and
 * cuts the chunk by frame number.
 */
function constantWindow(plan: catalog.Plan, chunk: catalog.Chunk): string[] {
  const rate = rateOf(plan.video.frameRate);
  const perSecond = framesPerSecond(rate);
  const { heldSeconds = 0 } = plan.video;
  const first = firstFrameOfSegment(rate, chunk.firstSegment);
  const end = Math.min(
    firstFrameOfSegment(rate, chunk.firstSegment + chunk.segmentCount),
    isLastChunk(plan, chunk) ? Math.ceil(chunk.endSeconds * perSecond - 1e-6) : Infinity,
  );
  const hold = `tpad=stop_mode=clone:stop_duration=${(heldSeconds + 1 / perSecond).toFixed(6)}`;
  return [
    // Whatever the file says about its duration, the last frame is kept.
    `fps=${rate.numerator}/${rate.denominator}:eof_action=pass${first === 0 ? ':start_time=0' : ''}`,
    ...(heldSeconds > 0 ? [hold] : []),
    `trim=start_pts=${first}:end_pts=${end}`,
  ];
}

/** How much later than planned a video may end; less than `toleranceSeconds`, since the last frame lasts a while. */
const LATE_SECONDS = 0.5;

/**
 * Keeps the frames' own times, and the frame after the chunk, which determines the duration of the chunk's last frame.
 */
function variableWindow(plan: catalog.Plan, chunk: catalog.Chunk): string[] {
  const start = chunk.firstSegment * catalog.SEGMENT_SECONDS * VARIABLE_TICKS;
  const length = chunk.segmentCount * catalog.SEGMENT_SECONDS * VARIABLE_TICKS;
  const end = start + length;
  const [condition, stop] = isLastChunk(plan, chunk)
    ? [`gte(pts,${start})`, Math.ceil((chunk.endSeconds + LATE_SECONDS) * VARIABLE_TICKS)]
    : [`gte(pts,${start})*(lt(pts,${end})+lt(prev_pts,${end}))`, end + 2 * VARIABLE_TICKS];
  return [`settb=1/${VARIABLE_TICKS}`, `select='${condition}'`, `trim=end_pts=${stop}`];
}

/** Drops frames: by number at a constant rate, otherwise by time; always keeps a segment's first frame. */
function keepFrames(plan: catalog.Plan, keepEvery: number): string {
  if (!hasVariableFrameRate(plan)) return `select='not(mod(pts,${keepEvery}))'`;
  const slot = (VARIABLE_TICKS * keepEvery) / framesPerSecond(rateOf(plan.video.frameRate));
  const early = slot / keepEvery / 4;
  const segment = catalog.SEGMENT_SECONDS * VARIABLE_TICKS;
  const isNew = (width: number, shift: number) =>
    `gt(floor((pts+${shift.toFixed(3)})/${width.toFixed(3)}),floor((prev_pts+${shift.toFixed(3)})/${width.toFixed(3)}))`;
  return `select='isnan(prev_pts)+${isNew(slot, early)}+${isNew(segment, 0)}'`;
}

/** Returns the times of the frames that begin a segment, a quarter of a frame early at a constant rate. */
function keyFrameTimes(plan: catalog.Plan, rung: catalog.Rung, chunk: catalog.Chunk): string {
  const rate = rateOf(rung.frameRate);
  const count = chunk.segmentCount + (hasVariableFrameRate(plan) && !isLastChunk(plan, chunk) ? 1 : 0);
  return Array.from({ length: count }, (_, index) => {
    const segment = chunk.firstSegment + index;
    if (hasVariableFrameRate(plan)) return String(segment * catalog.SEGMENT_SECONDS);
    const frame = Math.max(0, firstFrameOfSegment(rate, segment) - 0.25);
    return ((frame * rate.denominator) / rate.numerator).toFixed(6);
  }).join(',');
}

/**
 * One thread for each rung: with several frame threads and a capped rate, the bytes differ from run to run, but a
 * repeated chunk must be identical on any machine; slices need 6 % more processor time and up to 10 % more bytes.
 */
const ENCODER_THREADS = 1;
/**
 * In addition to the arguments of chunks: motion is searched in whole macroblocks and in a diamond, which takes a tenth
 * to a quarter less processor time than the preset's search at the same SSIM (decision 039).
 */
const X264 = 'scenecut=0:open-gop=0:keyint=infinite:stitchable=1:partitions=i4x4,i8x8:me=dia';

export function encoderOptions(plan: catalog.Plan, rung: catalog.Rung): string[] {
  const base = rungTimeBase(plan, rung);
  const level = Number.parseInt(rung.codecs.slice(-2), 16) / 10;
  return [
    ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-level:v', level.toFixed(1)],
    ['-crf', '23', '-maxrate', String(rung.maxBitrate), '-bufsize', String(rung.bufferBits)],
    ['-threads:v', String(ENCODER_THREADS), '-x264-params', X264],
    ['-fps_mode', 'passthrough', '-enc_time_base', `${base.numerator}/${base.denominator}`],
    // A guessed duration of a segment's last packet would move the first frame of the next segment.
    ['-bsf:v', "setts=pts=PTS:dts=DTS:duration='if(eq(NEXT_DTS,NOPTS),DURATION,NEXT_DTS-DTS)'"],
  ].flat();
}

const VIDEO_SEGMENTS = { hlsTime: 0.5, flags: '+frag_discont+negative_cts_offsets+skip_sidx' };

/**
 * Writes CMAF segments with ffmpeg's hls muxer, which renames each one to its final name when complete.
 * Video is cut at every key frame (all are forced), regardless of `hls_time`.
 */
export function segmenterOptions(
  folder: string,
  firstSegment: number,
  cut: { hlsTime: number; flags: string } = VIDEO_SEGMENTS,
): string[] {
  return [
    ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ['-avoid_negative_ts', 'disabled', '-muxdelay', '0', '-f', 'hls', '-hls_time', String(cut.hlsTime)],
    ['-hls_list_size', '0', '-hls_flags', 'temp_file', '-hls_segment_type', 'fmp4'],
    [
      '-hls_segment_options',
      `movflags=${cut.flags}:use_editlist=0:avoid_negative_ts=disabled:fflags=+bitexact`,
    ],
    ['-hls_fmp4_init_filename', INIT_FILE, '-hls_segment_filename', `${folder}/%05d.m4s`],
    ['-start_number', String(firstSegment)],
  ].flat();
}
