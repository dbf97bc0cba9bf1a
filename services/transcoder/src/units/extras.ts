import { readFile, stat } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import { seekToPicture, THUMBNAIL_QUALITIES, thumbnailRun } from '../rules/picture/picture-args.ts';
import { GOOD_PICTURE, scorePicture } from '../rules/picture/picture-score.ts';
import { makeCaptions } from './captions.ts';
import { canTrustSeek } from './seek-trust.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from '../job.ts';
import { openStill } from './still.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media-error.ts';
import { createFolder } from '../media/work-folder.ts';

/** Positions that are tried for the thumbnail, in this order, as fractions of the duration. */
const POSITIONS = [0.15, 0.35, 0.55, 0.75, 0] as const;
/** A still picture is the same everywhere. */
const ONLY_POSITION = [0] as const;
const THUMBNAIL_BYTES = 25_000;

/** Makes the thumbnail and the captions. Throws `InputError` if no frame can be decoded. */
export async function runExtras(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const { still } = plan.video;
  const picture = still ? await openStill(job, plan, still) : { job, plan };
  const thumbnail = await findThumbnail(picture.job, picture.plan);
  const thumbnailKey = catalog.extraKey(job.unit, 'thumbnail.jpg');
  await job.put(thumbnailKey, thumbnail, 'image/jpeg');
  return { kind: 'extras', extras: { thumbnailKey, storyboard: null }, captions: await makeCaptions(job) };
}

async function findThumbnail(job: Job, plan: catalog.Plan): Promise<Uint8Array> {
  let best: { score: number; picture: Uint8Array } | undefined;
  for (const [number, place] of (plan.video.still ? ONLY_POSITION : POSITIONS).entries()) {
    const folder = await createFolder(`${job.workDir}/thumbnail-${number}`, job.tools.isolation);
    const atSeconds = plan.durationSeconds * place;
    await makePictures(job, { plan, folder, atSeconds });
    const sample = await readFile(`${folder}/sample.gray`).catch(() => undefined);
    if (!sample || sample.byteLength === 0) continue; // no frame from here on
    const score = scorePicture(sample);
    if (!best || score > best.score) best = { score, picture: await pickQuality(folder) };
    if (score >= GOOD_PICTURE) break;
  }
  if (!best) throw new InputError(why('damaged'));
  return best.picture;
}

/**
 * Makes the pictures of one position; decodes from the beginning of the file if seeking gives wrong pictures or none.
 */
async function makePictures(
  job: Job,
  of: { plan: catalog.Plan; folder: string; atSeconds: number },
): Promise<void> {
  const run = (seek: boolean) =>
    runFfmpeg(job.tools, thumbnailRun({ ...toolboxOf(job), ...of, seek }), {
      source: job.source,
      workDir: job.workDir,
      signal: job.signal,
      timeoutMs: timeLimitMs(seek ? 30 : of.atSeconds),
    });
  if (!(await canTrustSeek(job, seekToPicture(of.plan, of.atSeconds)))) {
    await run(false);
    return;
  }
  try {
    await run(true);
  } catch (error) {
    if (!(error instanceof MediaError) || error.reason !== 'exit' || job.source.failure()) throw error;
    await run(false);
  }
}

/** Returns the best quality that is small enough, else the smallest file. */
async function pickQuality(folder: string): Promise<Uint8Array> {
  const paths = THUMBNAIL_QUALITIES.map((quality) => `${folder}/thumbnail-${quality}.jpg`);
  for (const path of paths) if ((await stat(path)).size <= THUMBNAIL_BYTES) return readFile(path);
  return readFile(paths.at(-1) ?? '');
}
