import { setTimeout as delay } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';

import { InfrastructureError, InputError } from '../failure.ts';
import { AAC_PACKET, audioRun } from '../rules/ffmpeg-args.ts';
import { AUDIO_RATE } from '../rules/loudness.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from './job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { createFolder } from '../media/work-folder.ts';
import { publishWhile } from '../publish/publish-all.ts';

/** Longer sound pauses for the first pictures: at most for this long, asking for them in this interval. */
const LONG_SECONDS = 120;
const REST_MS = 10_000;
const ASK_MS = 250;

/** Encodes the whole audio in one run, so that there are no audible seams, and publishes it as a separate rendition. */
export async function runAudio(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const folder = await createFolder(`${job.workDir}/audio`, job.tools.isolation);
  const segmentCount = catalog.countSegments(plan.durationSeconds);
  let pause = (_isPaused: boolean) => {};
  const { published, log } = await publishWhile(
    { ...job, reportSegments: restOnce(job, (isPaused) => pause(isPaused)) },
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
    [
      (signal) =>
        runFfmpeg(job.tools, audioRun({ ...toolboxOf(job), plan, folder }), {
          source: job.source,
          workDir: job.workDir,
          signal,
          timeoutMs: timeLimitMs(plan.durationSeconds),
          onStart: (toggle) => (pause = toggle),
        }),
    ],
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

/**
 * Returns `reportSegments` that pauses the encoder of long sound after its first report until the video can be watched, since that waits
 * for the first pictures, and the sound would take processor time from them.
 */
function restOnce(job: Job, pause: (isPaused: boolean) => void): Job['reportSegments'] {
  let hasRested = getPlan(job).durationSeconds <= LONG_SECONDS;
  return async (segments) => {
    let answer = await job.reportSegments(segments);
    if (hasRested) return answer;
    hasRested = true;
    const end = performance.now() + REST_MS;
    try {
      while (answer.playable === false && performance.now() < end) {
        pause(true);
        await delay(ASK_MS, undefined, { signal: job.signal });
        answer = await job.reportSegments(segments);
      }
    } finally {
      pause(false);
    }
    return answer;
  };
}
