import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InfrastructureError } from '../failure.ts';
import type { Job } from '../job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { createFolder } from '../media/work-folder.ts';
import { publishStill } from '../publish/publish-still.ts';
import { STILL_RATE, stillRun } from '../rules/picture/still-args.ts';
import { openStill } from './still.ts';

const TIMEOUT_MS = 60_000;

/** Encodes one segment of the picture of a song, and publishes it as every segment of the chunk. */
export async function runStillChunk(
  job: Job,
  plan: catalog.Plan,
  still: catalog.Still,
): Promise<catalog.UnitResult> {
  const { chunk } = job.unit;
  const [rung] = plan.rungs;
  if (!chunk || !rung) throw new Error('a video-chunk unit came without its chunk');
  const picture = await openStill(job, plan, still);
  const folder = await createFolder(`${job.workDir}/${rung.resolution}`, job.tools.isolation);
  const frames = catalog.SEGMENT_SECONDS * STILL_RATE;
  const run = stillRun({ threads: job.tools.threads, plan: picture.plan, rung, frames, folder });
  const log = await runFfmpeg(job.tools, run, {
    source: picture.job.source,
    workDir: job.workDir,
    signal: job.signal,
    timeoutMs: TIMEOUT_MS,
  });
  const count = await publishStill(job, { plan, rung, chunk, folder, frames });
  if (count < chunk.segmentCount)
    throw new InfrastructureError(
      why('segments-missing', { madeCount: count, plannedCount: chunk.segmentCount }),
      log,
    );
  return { kind: 'video-chunk', segmentCount: count };
}
