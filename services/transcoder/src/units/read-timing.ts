import { DAMAGED, InputError } from '../failure.ts';
import { framesPerSecond, type FrameRate } from '../rules/frame-rate.ts';
import { INDEXED, type Demuxer } from '../rules/formats.ts';
import { toleranceSeconds } from '../rules/grid.ts';
import type { Job } from './job.ts';
import { readPackets, type PacketRun } from '../media/packets.ts';
import { MediaError } from '../media/process.ts';
import { firstFrameArgs, packetArgs, type Packet } from '../rules/packets.ts';
import { collectSpan, type Span } from '../rules/span.ts';
import type { Streams } from '../rules/streams.ts';
import {
  areDistinct,
  findConstantRate,
  isExactSeek,
  longestPause,
  LONGEST_PAUSE_SECONDS,
  meanRate,
  rateCandidates,
  usableRate,
  type Times,
} from '../rules/timing.ts';

export interface Timing {
  /** First timestamp; everything else is counted from here. */
  startSeconds: number;
  /** Where the last frame begins, and where it ends. */
  lastFrameSeconds: number;
  durationSeconds: number;
  /** End of the last packet of any stream. */
  lastPacketSeconds: number;
  frameRate: FrameRate;
  isVariable: boolean;
  /** Seeks exactly. */
  seekable: boolean;
  /** Every packet was looked at, so nothing rests on what the header says. */
  isWholeFile: boolean;
}

const SAMPLE_TIMEOUT_MS = 30_000;
/** Time for reading the packets of a whole file; where it runs out, the header is believed. */
const SCAN_TIMEOUT_MS = 120_000;
const SAMPLE_SECONDS = 3;
/** Where a trial seek goes, as shares of the duration. */
const PLACES = [0.3, 0.65] as const;

/** What the looks at a source have in common. */
interface Look {
  job: Job;
  demuxer: Demuxer;
  streams: Streams;
  /** When the decoder shows its first frame; undefined where it shows none. */
  firstFrameSeconds: number | undefined;
}

/** Measures the source's timeline: at a few places where there is an index that works, else packet by packet. */
export async function readTiming(job: Job, demuxer: Demuxer, streams: Streams): Promise<Timing> {
  const look = { job, demuxer, streams, firstFrameSeconds: await readFirstFrame({ job, demuxer, streams }) };
  const head = await readSpan(look, { lengthSeconds: SAMPLE_SECONDS });
  if (INDEXED.includes(demuxer) && streams.durationSeconds !== undefined) {
    const sampled = await sample(look, head, streams.durationSeconds);
    if (sampled) return sampled;
  }
  return scan(look);
}

/** The timeline by samples; undefined when they contradict each other, or when frames come at variable times. */
async function sample(look: Look, head: Span, saysSeconds: number): Promise<Timing | undefined> {
  const start = startOf(look, head);
  const places: Times[] = [];
  for (const share of PLACES) {
    const wanted = start + saysSeconds * share;
    const found = await readSpan(look, { fromSeconds: wanted, lengthSeconds: SAMPLE_SECONDS });
    if (!isExactSeek(found, wanted)) return undefined;
    places.push(found.times);
  }
  const tail = await readSpan(look, { fromSeconds: Math.max(0, start + saysSeconds - 2) });
  const runs = [head.times, ...places, tail.times];
  const measured = measure(look, { head, endSeconds: tail.endSeconds, runs });
  if (!measured || measured.isVariable || isShort(saysSeconds, measured)) return undefined;
  return { ...measured, seekable: true, isWholeFile: false };
}

function isShort(saysSeconds: number, timing: { lastPacketSeconds: number }): boolean {
  return saysSeconds - timing.lastPacketSeconds > toleranceSeconds(saysSeconds);
}

/** The timeline by every packet. Chunks are possible where the index proves good. */
async function scan(look: Look): Promise<Timing> {
  const { demuxer, streams } = look;
  const all = await scanFile(look);
  if (all === 'too long') return believeHeader(look);
  const { endSeconds, times } = all;
  const measured = measure(look, { head: all, endSeconds, runs: [times] });
  if (!measured) throw new InputError(DAMAGED);
  const canKeepTimes = longestPause(times) <= LONGEST_PAUSE_SECONDS && areDistinct(times);
  return {
    ...measured,
    isVariable: measured.isVariable && canKeepTimes && pictureStart(look, all) === measured.startSeconds,
    // A file without a duration was written live and has no index: each seek would read it from the beginning.
    seekable:
      INDEXED.includes(demuxer) && streams.durationSeconds !== undefined && (await seeksExactly(look, times)),
    isWholeFile: true,
  };
}

async function scanFile(look: Look): Promise<Span | 'too long'> {
  try {
    return await readSpan(look, {}, SCAN_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'timeout') return 'too long';
    throw error;
  }
}

/** The careful way for a file that takes too long to look at: one chunk, at a constant rate, as long as it says. */
async function believeHeader(look: Look): Promise<Timing> {
  const head = await readSpan(look, { lengthSeconds: SAMPLE_SECONDS });
  const { streams } = look;
  const { durationSeconds } = streams;
  const { endSeconds, times } = head;
  const measured = measure(look, { head, endSeconds, runs: [times] });
  if (!measured || durationSeconds === undefined)
    throw new InputError('The length of the video could not be determined. Please export it again as MP4.');
  return {
    ...measured,
    lastFrameSeconds: durationSeconds - 1 / framesPerSecond(measured.frameRate),
    durationSeconds,
    lastPacketSeconds: durationSeconds,
    isVariable: false,
    seekable: false,
    isWholeFile: false,
  };
}

async function seeksExactly(look: Look, times: Times): Promise<boolean> {
  for (const share of PLACES) {
    const wanted = times[Math.floor(times.length * share)] ?? 0;
    const found = await readSpan(look, { fromSeconds: wanted, lengthSeconds: SAMPLE_SECONDS });
    if (!isExactSeek(found, wanted)) return false;
  }
  return true;
}

function pictureStart(look: Look, head: Span): number {
  const first = head.times[0];
  if (first === undefined) throw new InputError(DAMAGED);
  const shown = look.firstFrameSeconds ?? first;
  return Math.abs(shown - first) < 0.001 ? first : shown; // the packet's time is the exact one
}

/** First frame of the picture; where sound comes well before it, the sound's beginning. */
function startOf(look: Look, head: Span): number {
  const picture = pictureStart(look, head);
  const any = head.firstSeconds ?? picture;
  return picture - any > 0.25 ? any : picture;
}

type Measured = Omit<Timing, 'seekable' | 'isWholeFile'>;

function measure(
  look: Look,
  of: { head: Span; endSeconds: number; runs: readonly Times[] },
): Measured | undefined {
  const { frameRates } = look.streams.video;
  const [picture, first] = [pictureStart(look, of.head), of.head.times[0] ?? 0];
  const listed = of.runs.at(-1)?.at(-1);
  if (listed === undefined) return undefined;
  // All frames are shown as long after they are decoded as the first one.
  const last = of.head.hasGuesses ? listed + picture - first : listed;
  const longest = of.runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const mean = meanRate(longest);
  const constant = findConstantRate(of.runs, first, rateCandidates([...frameRates, mean]));
  const frameRate = constant ?? usableRate(mean ?? frameRates[1]);
  const frameSeconds = 1 / framesPerSecond(frameRate);
  const before = picture - startOf(look, of.head);
  // Whole frames before the picture, so that its frames lie on the grid also where sound comes first.
  const start = picture - Math.ceil(before / frameSeconds - 1e-6) * frameSeconds;
  return {
    startSeconds: start,
    lastFrameSeconds: last - start,
    durationSeconds: last - start + frameSeconds,
    lastPacketSeconds: Math.max(of.endSeconds, last + frameSeconds) - start,
    frameRate,
    isVariable: constant === undefined,
  };
}

async function readFirstFrame(of: Omit<Look, 'firstFrameSeconds'>): Promise<number | undefined> {
  const { index } = of.streams.video;
  let first: number | undefined;
  try {
    await read(of, { args: firstFrameArgs(index), streams: [index] }, (frame) => {
      first = frame.time;
      return 'enough';
    });
  } catch (error) {
    if (!(error instanceof MediaError && error.reason === 'timeout')) throw error;
  }
  return first;
}

/**
 * A part of the file, of the picture and the sound, or from a place to the end, of all streams: nothing where the file
 * ends or breaks before it, and what there was until it breaks.
 */
async function readSpan(
  look: Look,
  wanted: { fromSeconds?: number; lengthSeconds?: number },
  timeoutMs = SAMPLE_TIMEOUT_MS,
): Promise<Span> {
  const { streams } = look;
  const [video, audio] = [streams.video.index, streams.audio?.index];
  const { fromSeconds, lengthSeconds = Infinity } = wanted;
  const span = collectSpan({ video, audio });
  const isSample = wanted.lengthSeconds !== undefined;
  const chosen = [video, audio].filter((index) => index !== undefined);
  const query = {
    streams: isSample ? chosen : streams.listable,
    isSample,
    ...(fromSeconds === undefined ? {} : { fromSeconds }),
  };
  let end = fromSeconds === undefined ? undefined : fromSeconds + lengthSeconds;
  const run = { args: packetArgs(query), streams: query.streams, timeoutMs };
  await read(look, run, (packet) => {
    span.add(packet);
    const { decodeTime, streamIndex } = packet;
    if (streamIndex !== video || decodeTime === undefined) return undefined;
    end ??= decodeTime + lengthSeconds;
    return decodeTime > end ? 'enough' : undefined;
  });
  return span.close();
}

/** Hands out what there is until the file breaks. */
async function read(
  { job, demuxer }: Pick<Look, 'job' | 'demuxer'>,
  run: PacketRun & { timeoutMs?: number },
  take: (packet: Packet) => 'enough' | undefined,
): Promise<void> {
  const { signal, source, tools } = job;
  try {
    await readPackets(tools, { source, demuxer, signal, timeoutMs: SAMPLE_TIMEOUT_MS, ...run }, take);
  } catch (error) {
    if (!(error instanceof MediaError && error.reason === 'exit') || source.failure()) throw error;
  }
}
