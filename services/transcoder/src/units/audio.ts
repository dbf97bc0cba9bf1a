import { catalog } from '@larksong/contracts';

import { InfrastructureError, InputError } from '../failure.ts';
import { AAC_PACKET, audioRun } from '../rules/ffmpeg-args.ts';
import { AUDIO_RATE } from '../rules/loudness.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from './job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { createFolder } from '../media/work-folder.ts';
import { publishWhile } from '../publish/publish-all.ts';

/** Encodes the whole audio in one run, so that there are no audible seams, and publishes it as a separate rendition. */
export async function runAudio(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const folder = await createFolder(`${job.workDir}/audio`, job.tools.isolation);
  const segmentCount = catalog.countSegments(plan.durationSeconds);
  const { published, log } = await publishWhile(
    job,
    [
      {
        rendition: 'audio',
        folder,
        codecs: 'mp4a.40.2',
        firstSegment: 0,
        segmentCount,
        isEndOfVideo: true,
        lastFrameSeconds: AAC_PACKET / AUDIO_RATE,
        grid: {
          frameSeconds: AAC_PACKET / AUDIO_RATE,
          firstFrame: (segment) => Math.ceil((catalog.SEGMENT_SECONDS * segment * AUDIO_RATE) / AAC_PACKET),
        },
      },
    ],
    (signal) =>
      runFfmpeg(job.tools, audioRun({ ...toolboxOf(job), plan, folder }), {
        source: job.source,
        workDir: job.workDir,
        signal,
        timeoutMs: timeLimitMs(plan.durationSeconds),
      }),
  );
  const count = published[0]?.segments.length ?? 0;
  if (count === 0)
    throw new InputError(
      'The sound of the file is damaged and could not be read. Please export it again and upload the new file.',
      log,
    );
  if (count < segmentCount)
    throw new InfrastructureError(`Only ${count} of ${segmentCount} audio segments were produced.`, log);
  return { kind: 'audio', segmentCount: count };
}
