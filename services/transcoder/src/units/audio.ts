import { setTimeout as delay } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InputError, notAsPlanned } from '../failure.ts';
import { AAC_PACKET, audioRun } from '../rules/sound/audio-args.ts';
import { AUDIO_RATE } from '../rules/sound/loudness.ts';
import { hasChangedForm, oneFormFeed, withSoundInOneForm } from '../rules/sound/one-form.ts';
import { listPaths } from '../rules/timing/packets.ts';
import { checkSound } from './losses.ts';
import { getPlan, timeLimitMs, toolboxOf, type Job } from '../job.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media-error.ts';
import { feedThrough } from '../media/source.ts';
import { createFolder, removeFolder } from '../media/work-folder.ts';
import { publishWhile } from '../publish/publish-all.ts';
import type { Expected } from '../publish/publish.ts';

/** Longer sound pauses for the first pictures: at most for this long, asking for them in this interval. */
const LONG_SECONDS = 120;
const REST_MS = 10_000;
const ASK_MS = 250;

/** Encodes the whole audio in one run, so that there are no audible seams, and publishes it as a separate rendition. */
export async function runAudio(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const segmentCount = catalog.countSegments(plan.durationSeconds);
  let made = await encode(plan.audio?.changesForm ? inOneForm(job) : job, 0);
  if (made.hasChangedForm) {
    job.logger.info(
      { segment: made.count },
      'the format of the sound changes within the file; converting it first',
    );
    made = await encode(inOneForm(job), made.count);
  }
  const { count, log } = made;
  if (count === 0) throw new InputError(why('sound-damaged'), log);
  if (count < segmentCount)
    throw notAsPlanned(`Only ${count} of ${segmentCount} audio segments were produced.`, log);
  await checkSound(job, listPaths(job.workDir), log);
  return { kind: 'audio', segmentCount: count };
}

/** Returns a job whose source is the sound alone, all of it in one form. */
function inOneForm(job: Job): Job {
  const plan = getPlan(job);
  const { audio, demuxer } = plan;
  if (!audio) return job;
  const feed = oneFormFeed({ protocol: job.source.protocol, demuxer }, audio);
  return {
    ...job,
    source: feedThrough(job.source, feed),
    unit: { ...job.unit, plan: withSoundInOneForm(plan) },
  };
}

interface Encoded {
  /** Number of the segments that are published, from the beginning of the sound. */
  count: number;
  /** Whether it ended where the sound changes its form. */
  hasChangedForm: boolean;
  log: string;
}

/** Encodes the sound, and publishes the segments from the given one on; those before are published already. */
async function encode(job: Job, firstSegment: number): Promise<Encoded> {
  const plan = getPlan(job);
  const folder = `${job.workDir}/audio`;
  await removeFolder(folder);
  await createFolder(folder, job.tools.isolation);
  let [count, pause] = [firstSegment, (_isPaused: boolean) => {}];
  const reportSegments = restOnce(job, (isPaused) => pause(isPaused));
  const expected = { ...expectSound(plan, folder), firstSegment };
  expected.segmentCount -= firstSegment;
  const run = (signal: AbortSignal) =>
    runFfmpeg(job.tools, audioRun({ ...toolboxOf(job), plan, folder, lists: listPaths(job.workDir) }), {
      source: job.source,
      workDir: job.workDir,
      signal,
      timeoutMs: timeLimitMs(plan.durationSeconds),
      onStart: (toggle) => (pause = toggle),
    });
  const counted: Job['reportSegments'] = (segments) => {
    count = Math.max(count, ...segments.map(({ index }) => index + 1));
    return reportSegments(segments);
  };
  try {
    const { log } = await publishWhile({ ...job, reportSegments: counted }, [expected], [run]);
    return { count, hasChangedForm: hasChangedForm(log), log };
  } catch (error) {
    if (!(error instanceof MediaError && hasChangedForm(error.log))) throw error;
    return { count, hasChangedForm: true, log: error.log };
  }
}

function expectSound(plan: catalog.Plan, folder: string): Expected {
  return {
    rendition: 'audio',
    folder,
    codecs: 'mp4a.40.2',
    firstSegment: 0,
    segmentCount: catalog.countSegments(plan.durationSeconds),
    isEndOfVideo: true,
    lastFrameSeconds: AAC_PACKET / AUDIO_RATE,
    grid: {
      frameSeconds: AAC_PACKET / AUDIO_RATE,
      firstFrame: (segment) => Math.ceil((catalog.SEGMENT_SECONDS * segment * AUDIO_RATE) / AAC_PACKET),
    },
  };
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
