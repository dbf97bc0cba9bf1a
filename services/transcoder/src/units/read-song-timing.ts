import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import type { Demuxer } from '../rules/source/formats.ts';
import { toleranceSeconds } from '../rules/timing/grid.ts';
import { collectSpan, type Span } from '../rules/timing/span.ts';
import { firstSoundArgs, packetArgs } from '../rules/timing/packets.ts';
import type { SongStreams } from '../rules/source/songs.ts';
import { MediaError } from '../media-error.ts';
import type { Job } from '../job.ts';
import { read as readPackets } from './read-span.ts';

/** The measured timeline of a song; times in seconds. */
export interface SongTiming {
  /** First timestamp. */
  startSeconds: number;
  durationSeconds: number;
  /** The length that the header states, if it does. */
  statedSeconds: number | undefined;
}

/** A song that is being measured. */
export interface Song {
  job: Job;
  demuxer: Demuxer;
  streams: SongStreams;
}

/**
 * Containers whose header states the exact length, and which can be read from any point. In all others every packet is
 * listed: the length of an MP3 is a guess by its first frames, or of the program that made it.
 */
export const EXACT: readonly Demuxer[] = ['mov', 'matroska', 'wav', 'w64', 'aiff', 'caf', 'flac', 'ogg'];

const SAMPLE_SECONDS = 1;
const TAIL_SECONDS = 5;
const SAMPLE_TIMEOUT_MS = 30_000;
const SCAN_TIMEOUT_MS = 120_000;
/** How much the end that was found may differ from the stated one. */
const SLACK_SECONDS = 0.5;
const NO_VIDEO = -1;

/** Measures the length of a song: by its end if the header is exact, otherwise packet by packet. */
export async function readSongTiming(song: Song): Promise<SongTiming> {
  const { durationSeconds: stated } = song.streams;
  const canSkip = EXACT.includes(song.demuxer) && stated !== undefined && stated > 2 * TAIL_SECONDS;
  const found = canSkip ? await readEnds(song, stated) : undefined;
  return { ...(found ?? (await scan(song))), statedSeconds: stated };
}

type Ends = Pick<SongTiming, 'startSeconds' | 'durationSeconds'>;

/** Reads beginning and end; returns undefined if the end is not where the header says. */
async function readEnds(song: Song, stated: number): Promise<Ends | undefined> {
  const reading = [
    read(song, { lengthSeconds: SAMPLE_SECONDS }),
    read(song, { fromSeconds: stated - TAIL_SECONDS }),
  ] as const;
  await Promise.allSettled(reading); // a failure leaves no process behind
  const [head, tail] = await Promise.all(reading);
  const [start, end] = [head.firstSeconds, tail.soundEndSeconds];
  if (start === undefined || end === undefined || (tail.firstSeconds ?? 0) < stated / 2) return undefined;
  const isAsStated = [stated, stated + start].some((wanted) => Math.abs(wanted - end) < SLACK_SECONDS);
  return isAsStated ? { startSeconds: start, durationSeconds: end - start } : undefined;
}

async function scan(song: Song): Promise<Ends> {
  const listing = read(song, {}, SCAN_TIMEOUT_MS).catch((error: unknown) => {
    if (!(error instanceof MediaError && error.reason === 'timeout')) throw error;
    return undefined;
  });
  const hearing = readFirstSound(song);
  await Promise.allSettled([listing, hearing]); // a failure leaves no process behind
  const [all, heard] = [await listing, await hearing];
  const stated = song.streams.durationSeconds;
  if (!all && stated !== undefined) return { startSeconds: heard ?? 0, durationSeconds: stated };
  const [start, end] = [heard ?? all?.firstSeconds, all?.soundEndSeconds];
  if (start === undefined || end === undefined || end <= start) throw new InputError(why('damaged'));
  return { startSeconds: start, durationSeconds: end - start };
}

/**
 * Returns when an MP3 begins to sound: encoders put up to 0.14 s before that, and say so in a special header that only
 * decoders respect. Undefined for other files.
 */
async function readFirstSound({ job, demuxer, streams }: Song): Promise<number | undefined> {
  if (demuxer !== 'mp3') return undefined;
  const { index } = streams.audio;
  let first: number | undefined;
  const run = { args: firstSoundArgs(index), streams: [index], timeoutMs: SAMPLE_TIMEOUT_MS };
  await readPackets({ job, demuxer }, run, ({ time }) => {
    first = time;
    return 'enough';
  });
  return first;
}

async function read(
  { job, demuxer, streams }: Song,
  wanted: { fromSeconds?: number; lengthSeconds?: number },
  timeoutMs = SAMPLE_TIMEOUT_MS,
): Promise<Span> {
  const { index } = streams.audio;
  const { lengthSeconds, ...from } = wanted;
  const span = collectSpan({ video: NO_VIDEO, audio: index });
  let end: number | undefined;
  const args = packetArgs({ streams: [index], isSample: lengthSeconds !== undefined, ...from });
  await readPackets({ job, demuxer }, { args, streams: [index], timeoutMs }, (packet) => {
    span.add(packet);
    if (lengthSeconds === undefined || packet.isDiscarded || packet.time === undefined) return undefined;
    end ??= packet.time + lengthSeconds;
    return packet.time > end ? 'enough' : undefined;
  });
  return span.close();
}

/** Returns whether a song ends before its header says, by more than is usual. */
export function isCutOff({ durationSeconds, statedSeconds }: SongTiming): boolean {
  return statedSeconds !== undefined && statedSeconds - durationSeconds > toleranceSeconds(statedSeconds);
}
