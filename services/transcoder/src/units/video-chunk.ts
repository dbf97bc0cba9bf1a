import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { cutOff, InputError, notAsPlanned } from '../failure.ts';
import { chunkRun, seekTo } from '../rules/picture/ffmpeg-args.ts';
import {
  firstFrameOfSegment,
  hasVariableFrameRate,
  isLastChunk,
  rateOf,
  toleranceSeconds,
  VARIABLE_TICKS,
} from '../rules/timing/grid.ts';
import { listPaths } from '../rules/timing/packets.ts';
import { checkFrames } from './losses.ts';
import { canTrustSeek } from './seek-trust.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from '../job.ts';
import { runStillChunk } from './still-chunk.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media-error.ts';
import { createFolder, removeFolder } from '../media/work-folder.ts';
import { publishWhile } from '../publish/publish-all.ts';
import type { Expected, Published } from '../publish/publish.ts';

/** The state of the work on a chunk. */
interface ChunkRun {
  job: Job;
  plan: catalog.Plan;
  chunk: catalog.Chunk;
  /** A rendition for each rung, each in its own folder. */
  expected: Expected[];
  /** Whether decoding starts at the chunk instead of at the beginning of the source. */
  seek: boolean;
  /** In the order of `expected`; empty before encoding. */
  published: Published[];
  /** The end of ffmpeg's log. */
  log: string;
}

/** Encodes one chunk in all rungs and publishes each segment as soon as it is complete. */
export async function runVideoChunk(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  if (plan.video.still) return runStillChunk(job, plan, plan.video.still);
  const prepared = prepare(job);
  const seek = prepared.seek && (await canTrustSeek(job, seekTo(prepared.plan, prepared.chunk)));
  let run = await encode({ ...prepared, seek });
  if (hasMissedStart(run)) run = await encode({ ...run, seek: false });
  checkLength(run);
  checkGrid(run);
  await checkFrames(job, listPaths(job.workDir), { part: run.chunk, log: run.log });
  return { kind: 'video-chunk', segmentCount: countOf(run) };
}

function prepare(job: Job): ChunkRun {
  const plan = getPlan(job);
  const { chunk } = job.unit;
  if (!chunk) throw new Error('a video-chunk unit came without its chunk');
  const expected = plan.rungs.map((rung) => expect({ job, plan, chunk }, rung));
  return { job, plan, chunk, expected, seek: plan.seekable, published: [], log: '' };
}

function expect(
  { job, plan, chunk }: Pick<ChunkRun, 'job' | 'plan' | 'chunk'>,
  rung: catalog.Rung,
): Expected {
  const rate = rateOf(rung.frameRate);
  const frameSeconds = rate.denominator / rate.numerator;
  return {
    rendition: rung.resolution,
    folder: folderOf(job, rung),
    codecs: rung.codecs,
    firstSegment: chunk.firstSegment,
    segmentCount: chunk.segmentCount,
    isEndOfVideo: isLastChunk(plan, chunk),
    lastFrameSeconds: frameSeconds,
    grid: hasVariableFrameRate(plan)
      ? undefined
      : { frameSeconds, firstFrame: (segment) => firstFrameOfSegment(rate, segment) },
  };
}

function folderOf({ workDir }: Job, rung: catalog.Rung): string {
  return `${workDir}/${rung.resolution}`;
}

async function encode(run: ChunkRun): Promise<ChunkRun> {
  const { job, plan, chunk, expected, seek } = run;
  for (const { folder } of expected) {
    await removeFolder(folder);
    await createFolder(folder, job.tools.isolation);
  }
  const options = {
    source: job.source,
    workDir: job.workDir,
    timeoutMs: timeLimitMs(chunk.endSeconds - (seek ? chunk.startSeconds : 0)),
  };
  const args = divideRungs(run).map((rungs, index) =>
    chunkRun({
      ...{ ...toolboxOf(job), plan, chunk, rungs, folderOf: (rung) => folderOf(job, rung), seek },
      lists: index === 0 ? listPaths(job.workDir) : undefined,
    }),
  );
  const runs = args.map((one) => (signal: AbortSignal) => runFfmpeg(job.tools, one, { ...options, signal }));
  try {
    return { ...run, ...(await publishWhile(job, expected, runs)) };
  } catch (error) {
    throw isTimeout(error)
      ? tooSlow(options.timeoutMs / 1000 / (chunk.endSeconds - chunk.startSeconds))
      : error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof MediaError && error.reason === 'timeout';
}

/** Returns the error for a file whose encoding exceeded a time limit of `times` its duration. */
function tooSlow(times: number): InputError {
  return new InputError(why('too-slow', { timesCount: Math.floor(times) }), '', { code: 'too-large' });
}

/** Larger pictures are decoded once only, for their memory. */
const MAX_PIXELS_TWICE = 1920 * 1088;

/**
 * Returns the rungs of each process. Somebody waits for the first segment, so a second processor encodes the smaller rungs
 * of its chunk, although the source is decoded twice. All other chunks are encoded by one process.
 */
function divideRungs({ job, plan, chunk }: ChunkRun): catalog.Rung[][] {
  const [largest, ...smaller] = plan.rungs;
  const { width, height } = plan.video;
  const isDivided =
    chunk.firstSegment === 0 &&
    chunk.segmentCount === 1 &&
    job.tools.threads > 1 &&
    width * height <= MAX_PIXELS_TWICE;
  return largest && smaller.length > 0 && isDivided ? [[largest], smaller] : [plan.rungs];
}

function hasMissedStart({ job, chunk, published }: ChunkRun): boolean {
  const hasMissed = published.some((rendition) => rendition.missedStart);
  if (hasMissed) job.logger.warn({ chunk }, 'a seek led past the chunk; decoding from the beginning');
  return hasMissed;
}

/** Throws the error of the party at fault if fewer segments were produced than planned. */
function checkLength(run: ChunkRun): void {
  const { plan, chunk, log } = run;
  const [count, end] = [countOf(run), endSecondsOf(run)];
  const isLast = isLastChunk(plan, chunk);
  const isShort = count < chunk.segmentCount || (isLast && end < plan.durationSeconds - 1);
  if (isShort && plan.durationSeconds - end > toleranceSeconds(plan.durationSeconds)) {
    const isUnreadable =
      (count === 0 && chunk.firstSegment === 0) || /Error while decoding|Error submitting packet/.test(log);
    if (isUnreadable) throw new InputError(why('damaged'), log);
    throw cutOff(plan.durationSeconds, end, log);
  }
  if (count === 0 || (isShort && !isLast))
    throw notAsPlanned(`Only ${count} of ${chunk.segmentCount} segments were produced.`, log);
}

/** Throws unless all rungs have the same segments, each beginning within one frame of the same time. */
function checkGrid({ plan, published }: ChunkRun): void {
  const counts = published.map(({ segments }) => segments.length);
  if (new Set(counts).size > 1)
    throw notAsPlanned(`The rungs have different numbers of segments: ${counts.join(', ')}.`);
  const rates = plan.rungs.map((rung) => rateOf(rung.frameRate));
  const slowest = Math.max(...rates.map((rate) => rate.denominator / rate.numerator));
  const frameSeconds = hasVariableFrameRate(plan) ? 1 / VARIABLE_TICKS : slowest;
  for (const [position, segment] of (published[0]?.segments ?? []).entries()) {
    const starts = published.map((rendition) => rendition.segments[position]?.startSeconds ?? 0);
    if (Math.max(...starts) - Math.min(...starts) > frameSeconds + 1e-6)
      throw notAsPlanned(`Segment ${segment.index} does not begin at the same time in all rungs.`);
  }
}

/** Returns the number of segments that every rung has. */
function countOf({ published }: ChunkRun): number {
  return Math.min(...published.map(({ segments }) => segments.length));
}

/** Returns the end of the shortest rung in seconds from the start of the video. */
function endSecondsOf({ chunk, published }: ChunkRun): number {
  const start = chunk.firstSegment * catalog.SEGMENT_SECONDS;
  const ends = published.map(({ segments }) => {
    const last = segments.at(-1);
    return last ? last.startSeconds + last.durationSeconds : start;
  });
  return Math.min(...ends);
}
