import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InfrastructureError } from '../failure.ts';
import { MediaError } from '../media-error.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { createFolder } from '../media/work-folder.ts';
import { planStoryboard, storyboardRun, storyboardSegments } from '../rules/picture/picture-args.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from '../job.ts';

/**
 * Makes the preview pictures for the seek bar from the published segments of the smallest rung, which costs far less than
 * decoding the source again. Returns null if there is no picture, or always the same; the seek bar works without.
 */
export async function makeStoryboard(job: Job): Promise<catalog.StoredStoryboard | null> {
  const plan = getPlan(job);
  const rung = plan.rungs.at(-1);
  if (!rung || plan.video.still) return null;
  const storyboard = planStoryboard(plan);
  const segments = job.unit.segments
    .filter((segment) => segment.rendition === rung.resolution)
    .toSorted((a, b) => a.index - b.index);
  const folder = await createFolder(`${job.workDir}/storyboard`, job.tools.isolation);
  const path = `${folder}/rung.mp4`;
  await writeRung(job, storyboardSegments(plan, segments), path);
  try {
    await runFfmpeg(job.tools, storyboardRun({ threads: toolboxOf(job).threads, plan, folder, storyboard }), {
      source: { protocol: 'file', address: path, failure: () => undefined, close: () => {} },
      workDir: job.workDir,
      signal: job.signal,
      timeoutMs: timeLimitMs(plan.durationSeconds),
    });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    job.logger.warn({ reason: error.reason, log: error.log }, 'the storyboard could not be made');
    return null;
  }
  const picture = await readFile(`${folder}/storyboard.jpg`).catch(() => undefined);
  if (!picture || picture.byteLength === 0) return null;
  const key = catalog.extraKey(job.unit, 'storyboard.jpg');
  await job.put(key, picture, 'image/jpeg');
  return { key, ...storyboard };
}

/** Writes segments into one file. Those with another init segment than the first are left out. */
async function writeRung(job: Job, segments: readonly catalog.Segment[], path: string): Promise<void> {
  const initKey = segments[0]?.initKey;
  if (initKey === undefined) throw new InfrastructureError(why('rung-empty'));
  const keys = segments.filter((segment) => segment.initKey === initKey).map((segment) => segment.key);
  async function* read() {
    for (const key of [initKey ?? '', ...keys]) {
      const object = await job.storage.get(key);
      if (!object)
        throw new InfrastructureError(why('file-missing'), '', {
          code: 'storage',
        });
      yield* object.stream;
    }
  }
  await pipeline(read, createWriteStream(path), { signal: job.signal });
}
