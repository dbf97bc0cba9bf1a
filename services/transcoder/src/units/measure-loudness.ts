import { runFfmpeg } from '../media/ffmpeg.ts';
import { MediaError } from '../media-error.ts';
import { INDEXED, type Demuxer } from '../rules/source/formats.ts';
import { toleranceSeconds } from '../rules/timing/grid.ts';
import {
  isSilence,
  levelOf,
  loudnessRun,
  MEASURED_SECONDS,
  readLoudness,
  windowsOf,
  type AudioLevel,
  type Loudness,
  type Window,
} from '../rules/sound/loudness.ts';
import { hasChangedForm, ONE_FORM, oneFormFeed } from '../rules/sound/one-form.ts';
import { feedThrough } from '../media/source.ts';
import type { Streams } from '../rules/source/streams.ts';
import type { Job } from '../job.ts';
import { canDecodeSound } from './read-span.ts';
import type { Timing } from '../rules/timing/timing.ts';
import { readTiming } from './read-timing.ts';

const TIMEOUT_MS = 30_000;

/** A stream of the job's source. */
interface Sound {
  demuxer: Demuxer | typeof ONE_FORM;
  streamIndex: number;
  codec: string;
}

/** The measurement of a stream. */
interface Heard {
  /** Undefined if the sound is silent, too short, or cannot be measured. */
  loudness: Loudness | undefined;
  isSilent: boolean;
  /** True if ffmpeg could not read it. */
  hasFailed: boolean;
  /** Whether channels, rate or format change within it. */
  changesForm: boolean;
}

interface Measured {
  timing: Timing;
  /** Undefined if there is no sound or its loudness cannot be measured. */
  level: AudioLevel | undefined;
  soundChangesForm: boolean;
}

/** More sounds are not listened to. */
const MAX_TRIES = 8;

/**
 * Measures the timeline and the loudness with the first sound of a file that can be heard, such as the microphone when
 * the desktop is silent. If all of them are silent, it uses the first one; if none can be decoded, the video has no
 * sound.
 */
export async function readAudible(
  job: Job,
  demuxer: Demuxer,
  streams: Streams,
): Promise<Measured & { streams: Streams }> {
  const { heard, ...first } = await readTimingAndLevel(job, demuxer, streams);
  const { audio } = streams;
  if (!audio || !heard || isHeard(heard)) return { ...first, streams };
  const windows = windowsOf(first.timing);
  for (const other of streams.otherSounds.slice(0, MAX_TRIES)) {
    const sound = { demuxer, streamIndex: other.index, codec: other.codec };
    if (!isHeard(await listen(job, sound, windows))) continue;
    const chosen = { ...streams, audio: other };
    return { ...(await readTimingAndLevel(job, demuxer, chosen)), streams: chosen };
  }
  if (heard.isSilent || (await canDecodeSound({ job, demuxer, streams }))) return { ...first, streams };
  return {
    ...(await readTimingAndLevel(job, demuxer, { ...streams, audio: null })),
    streams: { ...streams, audio: null },
  };
}

function isHeard({ isSilent, hasFailed }: Heard): boolean {
  return !isSilent && !hasFailed;
}

/** Measures the timeline, and the loudness at the same time, since the former mostly waits for programs to start. */
export async function readTimingAndLevel(
  job: Job,
  demuxer: Demuxer,
  streams: Streams,
): Promise<Measured & { heard?: Heard }> {
  const { audio } = streams;
  const none = { level: undefined, soundChangesForm: false };
  if (!audio) return { timing: await readTiming(job, demuxer, streams), ...none };
  const sound = { demuxer, streamIndex: audio.index, codec: audio.codec };
  const stated = {
    durationSeconds: streams.durationSeconds ?? Infinity,
    seekable: INDEXED.includes(demuxer) && streams.durationSeconds !== undefined,
  };
  const early = new AbortController();
  const signal = AbortSignal.any([job.signal, early.signal]);
  const listening = listen({ ...job, signal }, sound, windowsOf(stated));
  listening.catch(() => {}); // awaited below, unless the timeline cannot be measured
  try {
    const timing = await readTiming(job, demuxer, streams);
    if (!isAsStated(timing, stated)) early.abort();
    const isUseful = !early.signal.aborted;
    const heard = await (isUseful ? listening : listen(job, sound, windowsOf(timing)));
    const { changesForm: soundChangesForm, loudness } = heard;
    return { timing, heard, level: loudness && chooseLevel(job, loudness, timing), soundChangesForm };
  } finally {
    early.abort();
    await Promise.allSettled([listening]);
  }
}

/** Returns true if the measured sound is the one that will be published. */
function isAsStated(timing: Timing, stated: { durationSeconds: number; seekable: boolean }): boolean {
  const { durationSeconds, lastPacketSeconds } = timing;
  const isSoundLonger = lastPacketSeconds - durationSeconds > toleranceSeconds(durationSeconds);
  return !isSoundLonger && windowsOf(stated).length === windowsOf(timing).length;
}

type Listener = Pick<Job, 'logger' | 'signal' | 'source' | 'tools' | 'workDir'>;

/** Returns the loudness of the windows together; undefined if they are silent, too short, or cannot be measured. */
export async function measureLoudness(
  job: Listener,
  sound: Sound,
  windows: readonly Window[],
): Promise<Loudness | undefined> {
  return (await listen(job, sound, windows)).loudness;
}

/** Throws only if storage is at fault or the job is aborted: a video does not fail for its loudness. */
async function listen(
  job: Listener,
  { demuxer, streamIndex, codec }: Sound,
  windows: readonly Window[],
): Promise<Heard> {
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
    const log = await runFfmpeg(tools, run, { source, workDir, signal, timeoutMs: TIMEOUT_MS });
    return { loudness: readLoudness(log), isSilent: isSilence(log), hasFailed: false, changesForm: false };
  } catch (error) {
    if (!(error instanceof MediaError) || source.failure()) throw error;
    if (hasChangedForm(error.log)) return listenInOneForm(job, { demuxer, streamIndex, codec }, windows);
    job.logger.warn({ reason: error.reason, log: error.log }, 'the loudness could not be measured');
    const hasFailed = error.reason === 'exit';
    return { loudness: undefined, isSilent: false, hasFailed, changesForm: false };
  }
}

/** Listens to a sound that changes its form: it is read from the beginning and converted by a separate program. */
async function listenInOneForm(job: Listener, sound: Sound, windows: readonly Window[]): Promise<Heard> {
  const feed = oneFormFeed({ protocol: job.source.protocol, ...sound }, sound);
  const converted: Sound = { demuxer: ONE_FORM, streamIndex: 0, codec: '' };
  const seconds = windows.reduce((sum, { lengthSeconds }) => sum + lengthSeconds, 0);
  const beginning = [{ fromSeconds: 0, lengthSeconds: seconds }];
  const heard = await listen({ ...job, source: feedThrough(job.source, feed) }, converted, beginning);
  return { ...heard, changesForm: true };
}

function chooseLevel(job: Job, loudness: Loudness, { durationSeconds }: Timing): AudioLevel {
  const level = levelOf({ ...loudness, isWhole: durationSeconds <= MEASURED_SECONDS });
  job.logger.debug({ ...loudness, ...level }, 'loudness measured');
  return level;
}
