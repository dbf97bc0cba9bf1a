import { catalog } from '@larksong/contracts';

import { cutOff, DAMAGED, InfrastructureError, InputError } from '../failure.ts';
import { chunkRun } from '../rules/ffmpeg-args.ts';
import {
  firstFrameOfSegment,
  hasVariableFrameRate,
  isLastChunk,
  rateOf,
  toleranceSeconds,
  VARIABLE_TICKS,
} from '../rules/grid.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from './job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { createFolder, removeFolder } from '../media/work-folder.ts';
import { publishWhile } from '../publish/publish-all.ts';
import type { Expected, Published } from '../publish/publish.ts';

/** Encodes one chunk in all rungs, and publishes each segment as soon as it is complete. */
export async function runVideoChunk(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const { chunk } = job.unit;
  if (!chunk) throw new Error('a video-chunk unit came without its chunk');
  let made = await encode(job, { plan, chunk, seek: true });
  if (made.published.some((rendition) => rendition.missedStart)) {
    job.logger.warn({ chunk }, 'the index of the source led past the chunk; decoding from the beginning');
    made = await encode(job, { plan, chunk, seek: false });
  }
  return { kind: 'video-chunk', segmentCount: verify(plan, chunk, made) };
}

interface Made {
  published: Published[];
  /** The end of ffmpeg's log. */
  log: string;
}

async function encode(
  job: Job,
  { plan, chunk, seek }: { plan: catalog.Plan; chunk: catalog.Chunk; seek: boolean },
): Promise<Made> {
  const folderOf = (rung: catalog.Rung) => `${job.workDir}/${rung.resolution}`;
  for (const rung of plan.rungs) {
    await removeFolder(folderOf(rung));
    await createFolder(folderOf(rung), job.tools.isolation);
  }
  const run = chunkRun({ ...toolboxOf(job), plan, chunk, folderOf, seek });
  const spanSeconds = seek ? chunk.endSeconds - chunk.startSeconds : chunk.endSeconds;
  const expected = plan.rungs.map((rung) => expect(plan, chunk, { rung, folder: folderOf(rung) }));
  return publishWhile(job, expected, (signal) =>
    runFfmpeg(job.tools, run, {
      source: job.source,
      workDir: job.workDir,
      signal,
      timeoutMs: timeLimitMs(spanSeconds),
    }),
  );
}

function expect(
  plan: catalog.Plan,
  chunk: catalog.Chunk,
  { rung, folder }: { rung: catalog.Rung; folder: string },
): Expected {
  const rate = rateOf(rung.frameRate);
  const frameSeconds = rate.denominator / rate.numerator;
  return {
    rendition: rung.resolution,
    folder,
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

/**
 * Returns the number of segments per rung. Throws the error of the party at fault if fewer were produced than planned.
 */
function verify(plan: catalog.Plan, chunk: catalog.Chunk, { published, log }: Made): number {
  const counts = published.map((rendition) => rendition.segments.length);
  const least = Math.min(...counts);
  const ends = published.map((rendition) => endSeconds(rendition.segments, chunk));
  const end = Math.min(...ends);
  const isLast = isLastChunk(plan, chunk);
  const isShort = least < chunk.segmentCount || (isLast && end < plan.durationSeconds - 1);
  if (isShort && plan.durationSeconds - end > toleranceSeconds(plan.durationSeconds)) {
    const isUnreadable =
      (least === 0 && chunk.firstSegment === 0) || /Error while decoding|Error submitting packet/.test(log);
    if (isUnreadable) throw new InputError(DAMAGED, log);
    throw cutOff(plan.durationSeconds, end, log);
  }
  if (least === 0 || (isShort && !isLast))
    throw new InfrastructureError(`Only ${least} of ${chunk.segmentCount} segments were produced.`, log);
  if (counts.some((count) => count !== least))
    throw new InfrastructureError(`The rungs have different numbers of segments: ${counts.join(', ')}.`);
  checkGrid(plan, published);
  return least;
}

function endSeconds(segments: readonly catalog.Segment[], chunk: catalog.Chunk): number {
  const last = segments.at(-1);
  return last ? last.startSeconds + last.durationSeconds : chunk.firstSegment * catalog.SEGMENT_SECONDS;
}

/** Throws unless each segment begins within one frame of the same time in all rungs. */
function checkGrid(plan: catalog.Plan, published: readonly Published[]): void {
  const rates = plan.rungs.map((rung) => rateOf(rung.frameRate));
  const slowest = Math.max(...rates.map((rate) => rate.denominator / rate.numerator));
  const frameSeconds = hasVariableFrameRate(plan) ? 1 / VARIABLE_TICKS : slowest;
  for (const [position, segment] of (published[0]?.segments ?? []).entries()) {
    const starts = published.map((rendition) => rendition.segments[position]?.startSeconds ?? 0);
    if (Math.max(...starts) - Math.min(...starts) > frameSeconds + 1e-6)
      throw new InfrastructureError(`Segment ${segment.index} does not begin at the same time in all rungs.`);
  }
}
