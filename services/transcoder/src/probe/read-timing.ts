import { DAMAGED, InputError } from '../failure.ts';
import { framesPerSecond, type FrameRate } from '../hls/frame-rate.ts';
import { INDEXED, type Demuxer } from '../hls/formats.ts';
import { toleranceSeconds } from '../hls/grid.ts';
import type { Job } from '../job.ts';
import { probePackets, type Packet } from '../media/ffprobe.ts';
import { MediaError } from '../media/process.ts';
import type { Streams } from './streams.ts';
import {
  areDistinct,
  findConstantRate,
  isExactSeek,
  longestPause,
  LONGEST_PAUSE_SECONDS,
  meanRate,
  rateCandidates,
  shownTimes,
  usableRate,
} from './timing.ts';

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

/** Measures the source's timeline: at a few places where there is an index that works, else packet by packet. */
export async function readTiming(job: Job, demuxer: Demuxer, streams: Streams): Promise<Timing> {
  const head = await packets(job, demuxer, { interval: `%+${SAMPLE_SECONDS}` });
  if (INDEXED.includes(demuxer) && streams.durationSeconds !== undefined) {
    const sampled = await sample(job, demuxer, { streams, head, saysSeconds: streams.durationSeconds });
    if (sampled) return sampled;
  }
  return scan(job, demuxer, streams);
}

/** The timeline by samples; undefined when they contradict each other, or when frames come at variable times. */
async function sample(
  job: Job,
  demuxer: Demuxer,
  of: { streams: Streams; head: Packet[]; saysSeconds: number },
): Promise<Timing | undefined> {
  const { index } = of.streams.video;
  const own = (list: Packet[]) => list.filter((packet) => packet.streamIndex === index);
  const start = startOf(of.head, index);
  const places: Packet[][] = [];
  for (const share of PLACES) {
    const wanted = start + of.saysSeconds * share;
    const found = own(
      await packets(job, demuxer, { interval: `${wanted.toFixed(3)}%+${SAMPLE_SECONDS}`, stream: index }),
    );
    if (!isExactSeek(found, wanted)) return undefined;
    places.push(found);
  }
  const tail = await packets(job, demuxer, {
    interval: `${Math.max(0, start + of.saysSeconds - 2).toFixed(3)}%`,
  });
  const runs = [own(of.head), ...places, own(tail)].map((list) => shownTimes(list));
  const measured = measure({ start, tail, index, runs, streams: of.streams });
  if (!measured || measured.isVariable || isShort(of.saysSeconds, measured)) return undefined;
  return { ...measured, seekable: true, isWholeFile: false };
}

function isShort(saysSeconds: number, timing: { lastPacketSeconds: number }): boolean {
  return saysSeconds - timing.lastPacketSeconds > toleranceSeconds(saysSeconds);
}

/** The timeline by every packet. Chunks are possible where the index proves good. */
async function scan(job: Job, demuxer: Demuxer, streams: Streams): Promise<Timing> {
  const { index } = streams.video;
  const all = await scanPackets(job, demuxer);
  if (all === 'too long') return believeHeader(job, demuxer, streams);
  const start = startOf(all, index);
  const times = shownTimes(all.filter((packet) => packet.streamIndex === index));
  const measured = measure({ start, tail: all, index, runs: [times], streams });
  if (!measured) throw new InputError(DAMAGED);
  const canKeepTimes = longestPause(times) <= LONGEST_PAUSE_SECONDS && areDistinct(times);
  return {
    ...measured,
    isVariable: measured.isVariable && canKeepTimes && times[0] === measured.startSeconds,
    // A file without a duration was written live and has no index: each seek would read it from the beginning.
    seekable:
      INDEXED.includes(demuxer) &&
      streams.durationSeconds !== undefined &&
      (await seeksExactly(job, demuxer, { index, times })),
    isWholeFile: true,
  };
}

async function scanPackets(job: Job, demuxer: Demuxer): Promise<Packet[] | 'too long'> {
  try {
    return await packets(job, demuxer, {}, SCAN_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'timeout') return 'too long';
    throw error;
  }
}

/** The careful way for a file that takes too long to look at: one chunk, at a constant rate, as long as it says. */
async function believeHeader(job: Job, demuxer: Demuxer, streams: Streams): Promise<Timing> {
  const { index } = streams.video;
  const head = await packets(job, demuxer, { interval: `%+${SAMPLE_SECONDS}` });
  const start = startOf(head, index);
  const runs = [shownTimes(head.filter((packet) => packet.streamIndex === index))];
  const measured = measure({ start, tail: head, index, runs, streams });
  const { durationSeconds } = streams;
  if (!measured || durationSeconds === undefined)
    throw new InputError('The length of the video could not be found out. Please export it again as MP4.');
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

async function seeksExactly(
  job: Job,
  demuxer: Demuxer,
  of: { index: number; times: number[] },
): Promise<boolean> {
  for (const share of PLACES) {
    const wanted = of.times[Math.floor(of.times.length * share)] ?? 0;
    const interval = `${wanted.toFixed(3)}%+${SAMPLE_SECONDS}`;
    if (!isExactSeek(await packets(job, demuxer, { interval, stream: of.index }), wanted)) return false;
  }
  return true;
}

/** First frame of the picture; where sound comes well before it, the sound's beginning. */
function startOf(head: readonly Packet[], index: number): number {
  const picture = shownTimes(head.filter((packet) => packet.streamIndex === index))[0];
  if (picture === undefined) throw new InputError(DAMAGED);
  const any = shownTimes(head)[0] ?? picture;
  return picture - any > 0.25 ? any : picture;
}

type Measured = Omit<Timing, 'seekable' | 'isWholeFile'>;

function measure(of: {
  start: number;
  tail: readonly Packet[];
  index: number;
  runs: readonly number[][];
  streams: Streams;
}): Measured | undefined {
  const last = of.runs.at(-1)?.at(-1);
  const longest = of.runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  if (last === undefined) return undefined;
  const mean = meanRate(longest);
  const constant = findConstantRate(
    of.runs,
    of.runs[0]?.[0] ?? of.start,
    rateCandidates([...of.streams.video.frameRates, mean]),
  );
  const frameRate = constant ?? usableRate(mean ?? of.streams.video.frameRates[1]);
  const frameSeconds = 1 / framesPerSecond(frameRate);
  const picture = of.runs[0]?.[0] ?? of.start;
  // Whole frames before the picture, so that its frames lie on the grid also where sound comes first.
  const start = picture - Math.ceil((picture - of.start) / frameSeconds - 1e-6) * frameSeconds;
  const end = Math.max(
    ...of.tail.map((packet) => (packet.time ?? 0) + (packet.duration ?? 0)),
    last + frameSeconds,
  );
  return {
    startSeconds: start,
    lastFrameSeconds: last - start,
    durationSeconds: last - start + frameSeconds,
    lastPacketSeconds: end - start,
    frameRate,
    isVariable: constant === undefined,
  };
}

/** Packets of an interval; nothing where the file ends or breaks before it, and what there was until it breaks. */
async function packets(
  job: Job,
  demuxer: Demuxer,
  wanted: { interval?: string; stream?: number },
  timeoutMs = SAMPLE_TIMEOUT_MS,
): Promise<Packet[]> {
  const { signal, source, tools } = job;
  try {
    return await probePackets(tools, { source, demuxer, signal, timeoutMs }, wanted);
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'exit' && !source.failure()) return [];
    throw error;
  }
}
