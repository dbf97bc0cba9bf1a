import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media/process.ts';
import { INDEXED, type Demuxer } from '../rules/formats.ts';
import { toleranceSeconds } from '../rules/grid.ts';
import {
  levelOf,
  loudnessRun,
  MEASURED_SECONDS,
  readLoudness,
  windowsOf,
  type AudioLevel,
  type Loudness,
  type Window,
} from '../rules/loudness.ts';
import type { Streams } from '../rules/streams.ts';
import type { Job } from './job.ts';
import { readTiming, type Timing } from './read-timing.ts';

const TIMEOUT_MS = 30_000;

/** A stream of the job's source. */
interface Sound {
  demuxer: Demuxer;
  streamIndex: number;
  codec: string;
}

/**
 * Measures the timeline, and the loudness at the same time, since the former mostly waits for programs to start. The
 * level is undefined if there is no sound or its loudness cannot be measured.
 */
export async function readTimingAndLevel(
  job: Job,
  demuxer: Demuxer,
  streams: Streams,
): Promise<{ timing: Timing; level: AudioLevel | undefined }> {
  const { audio } = streams;
  if (!audio) return { timing: await readTiming(job, demuxer, streams), level: undefined };
  const sound = { demuxer, streamIndex: audio.index, codec: audio.codec };
  const stated = {
    durationSeconds: streams.durationSeconds ?? Infinity,
    seekable: INDEXED.includes(demuxer) && streams.durationSeconds !== undefined,
  };
  const early = new AbortController();
  const signal = AbortSignal.any([job.signal, early.signal]);
  const listening = measureLoudness({ ...job, signal }, sound, windowsOf(stated));
  listening.catch(() => {}); // awaited below, unless the timeline cannot be measured
  try {
    const timing = await readTiming(job, demuxer, streams);
    if (!isAsStated(timing, stated)) early.abort();
    const isUseful = !early.signal.aborted;
    const loudness = await (isUseful ? listening : measureLoudness(job, sound, windowsOf(timing)));
    return { timing, level: loudness && chooseLevel(job, loudness, timing) };
  } finally {
    early.abort();
    await Promise.allSettled([listening]);
  }
}

/** Returns true if what was measured meanwhile is what will be published. */
function isAsStated(timing: Timing, stated: { durationSeconds: number; seekable: boolean }): boolean {
  const { durationSeconds, lastPacketSeconds } = timing;
  const isSoundLonger = lastPacketSeconds - durationSeconds > toleranceSeconds(durationSeconds);
  return !isSoundLonger && windowsOf(stated).length === windowsOf(timing).length;
}

/**
 * Returns the loudness of the windows together; undefined if they are silent, too short, or cannot be measured. Throws only
 * if storage is at fault or the job is aborted: a video does not fail for its loudness.
 */
export async function measureLoudness(
  job: Pick<Job, 'logger' | 'signal' | 'source' | 'tools' | 'workDir'>,
  { demuxer, streamIndex, codec }: Sound,
  windows: readonly Window[],
): Promise<Loudness | undefined> {
  const { signal, source, tools, workDir } = job;
  const run = loudnessRun({
    protocol: source.protocol,
    demuxer,
    decoded: [streamIndex],
    streamIndex,
    codec,
    windows,
  });
  try {
    return readLoudness(await runFfmpeg(tools, run, { source, workDir, signal, timeoutMs: TIMEOUT_MS }));
  } catch (error) {
    if (!(error instanceof MediaError) || source.failure()) throw error;
    // Whether a damaged sound fails the video is decided when it is encoded.
    job.logger.warn({ reason: error.reason, log: error.log }, 'the loudness could not be measured');
    return undefined;
  }
}

function chooseLevel(job: Job, loudness: Loudness, { durationSeconds }: Timing): AudioLevel {
  const level = levelOf({ ...loudness, isWhole: durationSeconds <= MEASURED_SECONDS });
  job.logger.debug({ ...loudness, ...level }, 'loudness measured');
  return level;
}
