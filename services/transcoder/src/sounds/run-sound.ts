import { readFile, writeFile } from 'node:fs/promises';

import { game } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InfrastructureError, InputError, NO_SPACE, toUnitFailure } from '../failure.ts';
import type { FfmpegRun } from '../rules/source/input-args.ts';
import { MAX_SAMPLE, readLoudness, type Loudness } from '../rules/sound/loudness.ts';
import { runFfmpeg } from '../media/ffmpeg.ts';
import { probeStreams } from '../media/ffprobe.ts';
import type { Source } from '../media/source.ts';
import type { Workplace } from '../session.ts';
import { chooseSoundStream } from './choose-stream.ts';
import { SOUND_DEMUXERS, type SoundDemuxer } from './formats.ts';
import { firstLevel, nextLevel } from './loudness.ts';
import { findOwnDuration, hasOwnLoudness } from './own-form.ts';
import { decodeAndMeasureRun, decodeRun, encodeRun, measureRun, SOUND_RATE } from './sound-args.ts';
import { cutOut, findSpan } from './span.ts';

/** Everything that the work on a sound needs. */
export interface SoundJob extends Workplace {
  sound: game.SoundAssignment;
}

export interface PreparedSound {
  body: Buffer;
  durationSeconds: number;
}

const RUN_TIMEOUT_MS = 60_000;
const MAX_ENCODINGS = 5;
/** Size of the longest sound with 48 kbit/s. */
const MAX_OWN_BYTES = 64 * 1024;
/** Maximum silence, in seconds, before and after a sound that stays unchanged. */
const MAX_SILENCE_SECONDS = 0.5;
/** Decoders remove some of the padding that encoders add at both ends. */
const ENDS_SECONDS = 0.2;
/** Shorter sounds have too few blocks of 400 ms to be measured without repetition. */
const MEASURABLE_SECONDS = 0.5;
const MEASURED_SECONDS = 3;

/**
 * Makes the sound of a card from an uploaded file: a small mono MP3, trimmed of silence at both ends, at most ten seconds
 * long, and as loud as all others. A sound that already is one stays unchanged, since encoding it again would only make
 * it worse. Rejects with `InputError`, `InfrastructureError`, or the signal's reason.
 */
export async function runSound(job: SoundJob): Promise<PreparedSound> {
  try {
    const own = await findOwn(job);
    if (own) return own;
    const samples = await decode(job);
    const span = findSpan(samples, { rate: SOUND_RATE, maxSeconds: game.SOUND_MAX_SECONDS });
    if (!span) throw new InputError(why('sound-silent'));
    const cut = cutOut(samples, span, SOUND_RATE);
    const path = `${job.workDir}/cut.pcm`;
    await writeFile(path, Buffer.from(cut.buffer, cut.byteOffset, cut.byteLength), { mode: 0o644 });
    const durationSeconds = cut.length / SOUND_RATE;
    return { body: await encode(job, { path, durationSeconds }), durationSeconds };
  } catch (error) {
    throw toUnitFailure(error, job.source);
  }
}

async function decode(job: SoundJob): Promise<Float32Array> {
  const demuxer = await findDemuxer(job);
  const streamIndex = chooseSoundStream(await probe(job, demuxer));
  const output = `${job.workDir}/whole.pcm`;
  const { protocol } = job.source;
  const run = decodeRun({ protocol, threads: job.tools.threads, demuxer, streamIndex, output });
  const log = await start(job, run, job.source);
  const samples = await readSamples(output);
  if (samples.length === 0) throw new InputError(why('sound-none'), log);
  return samples.map((sample) => (Math.abs(sample) < MAX_SAMPLE ? sample : 0));
}

async function readSamples(path: string): Promise<Float32Array> {
  const bytes = await readFile(path);
  const count = Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT);
  // A copy, since views need an aligned start.
  return new Float32Array(new Uint8Array(bytes).buffer, 0, count);
}

async function findDemuxer({ sound, storage }: SoundJob): Promise<SoundDemuxer> {
  const object = await storage.get(sound.sourceKey, { start: 0, end: game.SOUND_HEAD_BYTES - 1 });
  if (!object) throw new InfrastructureError(why('upload-missing'));
  const format = game.recognizeSound(Buffer.concat(await object.stream.toArray()));
  if (!format) throw new InputError(why('sound-other-format'));
  return SOUND_DEMUXERS[format];
}

async function probe({ source, tools, signal }: SoundJob, demuxer: SoundDemuxer): Promise<unknown> {
  return probeStreams(tools, { source, demuxer, signal, timeoutMs: RUN_TIMEOUT_MS });
}

/** Returns the uploaded file if it already has the site's own format and can be decoded; undefined otherwise. */
async function findOwn(job: SoundJob): Promise<PreparedSound | undefined> {
  const { sound, storage, source, tools } = job;
  if (sound.sizeBytes > MAX_OWN_BYTES) return undefined;
  const object = await storage.get(sound.sourceKey);
  if (!object) throw new InfrastructureError(why('upload-missing'));
  const body = Buffer.concat(await object.stream.toArray());
  const statedSeconds = findOwnDuration(body);
  if (statedSeconds === undefined || statedSeconds > game.SOUND_MAX_SECONDS + ENDS_SECONDS) return undefined;
  const output = `${job.workDir}/own.pcm`;
  const repeats = Math.ceil(MEASURED_SECONDS / statedSeconds);
  const { protocol } = source;
  const run = decodeAndMeasureRun({ protocol, threads: tools.threads, repeats, output });
  const loudness = readLoudness(await start(job, run, source));
  const samples = await readSamples(output);
  const durationSeconds = samples.length / SOUND_RATE;
  const isWhole = Math.abs(statedSeconds - durationSeconds) <= ENDS_SECONDS;
  const isOwn = isWhole && isTrimmed(samples) && loudness && hasOwnLoudness(loudness);
  return isOwn ? { body, durationSeconds } : undefined;
}

function isTrimmed(samples: Float32Array): boolean {
  const span = findSpan(samples, { rate: SOUND_RATE, maxSeconds: game.SOUND_MAX_SECONDS });
  if (!span) return false;
  return Math.max(span.start, samples.length - span.end) <= MAX_SILENCE_SECONDS * SOUND_RATE;
}

/** Encodes a sound, measures the result, and corrects the level until the loudness is within the tolerance. */
async function encode(job: SoundJob, cut: { path: string; durationSeconds: number }): Promise<Buffer> {
  const raw = toSource(cut.path);
  const result = toSource(`${job.workDir}/sound.mp3`);
  const isShort = cut.durationSeconds < MEASURABLE_SECONDS;
  const repeats = isShort ? Math.ceil(MEASURED_SECONDS / cut.durationSeconds) : 0;
  const first = firstLevel(await measure(job, raw, measureRun({ of: 'f32le', repeats })));
  let level: typeof first | undefined = first;
  for (let tries = 0; level && tries < MAX_ENCODINGS; tries += 1) {
    await start(job, encodeRun({ level, output: result.address }), raw);
    level = nextLevel(level, await measure(job, result, measureRun({ of: 'mp3', repeats })), first);
  }
  return readFile(result.address);
}

async function measure(job: SoundJob, source: Source, run: FfmpegRun): Promise<Loudness> {
  const log = await start(job, run, source);
  const loudness = readLoudness(log);
  // Faint noise between silences does not pass the gate.
  if (!loudness) throw new InputError(why('sound-silent'), log);
  return loudness;
}

async function start(job: SoundJob, run: FfmpegRun, source: Source): Promise<string> {
  const { workDir, signal } = job;
  const log = await runFfmpeg(job.tools, run, { source, workDir, signal, timeoutMs: RUN_TIMEOUT_MS });
  // ffmpeg exits with code 0 on a full disk too.
  if (NO_SPACE.test(log)) throw new InfrastructureError(why('no-space'), log);
  return log;
}

/** Returns a file in the work folder as a source. */
function toSource(path: string): Source {
  return { protocol: 'file', address: path, failure: () => undefined, close: () => {} };
}
