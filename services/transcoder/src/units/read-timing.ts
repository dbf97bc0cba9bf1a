import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import { framesPerSecond } from '../rules/timing/frame-rate.ts';
import { BROADCAST, INDEXED, type Demuxer } from '../rules/source/formats.ts';
import { toleranceSeconds } from '../rules/timing/grid.ts';
import { isBare } from '../rules/source/recognize-video.ts';
import { readCountedTiming } from './counted-timing.ts';
import type { Job } from '../job.ts';
import { readFirstFrame, readSpan, type Readable } from './read-span.ts';
import { MediaError } from '../media-error.ts';
import type { Span } from '../rules/timing/span.ts';
import type { Streams } from '../rules/source/streams.ts';
import {
  areDistinct,
  findConstantRate,
  firstWholeFrame,
  isExactSeek,
  lastPictureSeconds,
  longestPause,
  LONGEST_PAUSE_SECONDS,
  meanRate,
  rateCandidates,
  statedLength,
  usableRate,
  usualRate,
  type Times,
  type Timing,
} from '../rules/timing/timing.ts';

/** Sound that begins earlier than this before the picture, or ends this much later, is part of the video. */
const NOTICED_SECONDS = 0.25;
/** Time limit for reading all packets of a file; after that, the header is trusted. */
const SCAN_TIMEOUT_MS = 120_000;
const SAMPLE_SECONDS = 3;
/** Targets of trial seeks, as fractions of the duration. */
const POSITIONS = [0.3, 0.65] as const;

/** A source that is being measured. */
interface Inspection extends Readable {
  /** Time of the first frame that the decoder outputs; undefined if there is none. */
  firstFrameSeconds: number | undefined;
}

type Found = Omit<Timing, 'statedSeconds'>;

/** Measures the source's timeline: at a few positions if its index is reliable, otherwise packet by packet. */
export async function readTiming(job: Job, demuxer: Demuxer, streams: Streams): Promise<Timing> {
  const source = { job, demuxer, streams };
  if (isBare(demuxer)) return readCountedTiming(source);
  const [shown, begun] = [readFirstFrame(source), readSpan(source, { lengthSeconds: SAMPLE_SECONDS })];
  await Promise.allSettled([shown, begun]); // a failure leaves no process behind
  const [firstFrameSeconds, head] = await Promise.all([shown, begun]);
  const inspection = { ...source, firstFrameSeconds };
  const { durationSeconds } = streams;
  if (!canSeek(source) || durationSeconds === undefined) {
    const found = await scan(inspection);
    return {
      ...found,
      statedSeconds: durationSeconds && durationSeconds - skippedSeconds(source, head, found),
    };
  }
  const statedSeconds = statedLength(durationSeconds, startOf(inspection, head));
  return { ...((await sample(inspection, head, statedSeconds)) ?? (await scan(inspection))), statedSeconds };
}

/** Returns whether a source may be read from any point; only a trial shows whether that is exact. */
function canSeek({ demuxer, streams }: Readable): boolean {
  // A file without a duration was recorded live and has no index, so each seek would read it from the start.
  return INDEXED.includes(demuxer) && streams.durationSeconds !== undefined && !streams.video.hasPalette;
}

/** Returns how much of the beginning of a broadcast is not part of the video, because it cannot be decoded. */
function skippedSeconds({ demuxer }: Readable, head: Span, { startSeconds }: Found): number {
  return BROADCAST.includes(demuxer) ? Math.max(0, startSeconds - (head.firstSeconds ?? startSeconds)) : 0;
}

/** Measures the timeline by samples; returns undefined if they contradict each other or the frame rate is variable. */
async function sample(inspection: Inspection, head: Span, statedSeconds: number): Promise<Found | undefined> {
  const start = startOf(inspection, head);
  const wanted = POSITIONS.map((share) => start + statedSeconds * share);
  const trials = wanted.map((fromSeconds) =>
    readSpan(inspection, { fromSeconds, lengthSeconds: SAMPLE_SECONDS }),
  );
  const ending = readSpan(inspection, { fromSeconds: Math.max(0, start + statedSeconds - 2) });
  await Promise.allSettled([...trials, ending]); // a failure leaves no process behind
  const [samples, tail] = [await Promise.all(trials), await ending];
  if (!samples.every((found, index) => isExactSeek(found, wanted[index] ?? 0))) return undefined;
  const runs = [head, ...samples, tail].map(({ times }) => times);
  const measured = measure(inspection, { head, tail, runs });
  if (!measured || measured.isVariable || isShort(statedSeconds, measured)) return undefined;
  return { ...measured, seekable: true, isWholeFile: false, hasJumps: false };
}

function isShort(statedSeconds: number, timing: { lastPacketSeconds: number }): boolean {
  return statedSeconds - timing.lastPacketSeconds > toleranceSeconds(statedSeconds);
}

/** Measures the timeline by every packet. Chunks are possible if the index proves reliable. */
async function scan(inspection: Inspection): Promise<Found> {
  const all = await scanFile(inspection);
  if (all === 'too long') return believeHeader(inspection);
  const { times } = all;
  const measured = measure(inspection, { head: all, tail: all, runs: [times] });
  if (!measured) throw new InputError(why('damaged'));
  const canKeepTimes =
    longestPause(times) <= LONGEST_PAUSE_SECONDS && areDistinct(times) && measured.heldSeconds === 0;
  return {
    ...measured,
    isVariable:
      measured.isVariable && canKeepTimes && pictureStart(inspection, all) === measured.startSeconds,
    seekable: canSeek(inspection) && (await seeksExactly(inspection, times)),
    isWholeFile: true,
    hasJumps: all.hasJumps && BROADCAST.includes(inspection.demuxer),
  };
}

async function scanFile(inspection: Inspection): Promise<Span | 'too long'> {
  try {
    return await readSpan(inspection, {}, SCAN_TIMEOUT_MS);
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'timeout') return 'too long';
    throw error;
  }
}

/** Trusts the header of a file that takes too long to read: one chunk, at a constant rate, of the stated duration. */
async function believeHeader(inspection: Inspection): Promise<Found> {
  const head = await readSpan(inspection, { lengthSeconds: SAMPLE_SECONDS });
  const { streams } = inspection;
  const { durationSeconds } = streams;
  const measured = measure(inspection, { head, tail: head, runs: [head.times] });
  if (!measured || durationSeconds === undefined) throw new InputError(why('length-unknown'));
  return {
    ...measured,
    lastFrameSeconds: durationSeconds - 1 / framesPerSecond(measured.frameRate),
    durationSeconds,
    heldSeconds: 0,
    lastPacketSeconds: durationSeconds,
    isVariable: false,
    seekable: false,
    isWholeFile: false,
    hasJumps: false,
  };
}

async function seeksExactly(inspection: Inspection, times: Times): Promise<boolean> {
  for (const share of POSITIONS) {
    const wanted = times[Math.floor(times.length * share)] ?? 0;
    const found = await readSpan(inspection, { fromSeconds: wanted, lengthSeconds: SAMPLE_SECONDS });
    if (!isExactSeek(found, wanted)) return false;
  }
  return true;
}

function pictureStart(inspection: Inspection, head: Span): number {
  const first = head.times[0];
  if (first === undefined) throw new InputError(why('damaged'));
  const whole = cutStart(inspection, head);
  if (whole !== undefined) return whole;
  const shown = inspection.firstFrameSeconds ?? first;
  // The packet's time is more precise; some decoders return what an edit list skips; and AVI has only decode times, by
  // which pictures out of order are late.
  const isFirst = shown - first < 0.001 || isDelayed(inspection, head);
  return isFirst ? first : shown;
}

/** Returns where the picture of a broadcast that was recorded from between key frames begins; undefined for other sources. */
function cutStart({ demuxer }: Readable, head: Span): number | undefined {
  return BROADCAST.includes(demuxer) ? firstWholeFrame(head) : undefined;
}

function isDelayed({ demuxer }: Inspection, head: Span): boolean {
  return demuxer === 'avi' && head.hasGuesses;
}

/** Returns the time of the first video frame, or of the first audio if that starts well before it. */
function startOf(inspection: Inspection, head: Span): number {
  const picture = pictureStart(inspection, head);
  // Frames before the first whole frame would be shown with the sound.
  const any = cutStart(inspection, head) ?? head.firstSeconds ?? picture;
  return picture - any > NOTICED_SECONDS ? any : picture;
}

/** Returns when the file ends by its own account, on the timeline of its packets. */
function statedEnd({ demuxer, streams }: Readable, startSeconds: number): number | undefined {
  const { durationSeconds } = streams;
  if (durationSeconds === undefined) return undefined;
  return INDEXED.includes(demuxer)
    ? startSeconds + statedLength(durationSeconds, startSeconds)
    : startSeconds + durationSeconds;
}

type Measured = Omit<Timing, 'statedSeconds' | 'seekable' | 'isWholeFile' | 'hasJumps'>;

interface Spans {
  head: Span;
  tail: Span;
  runs: readonly Times[];
}

function measure(inspection: Inspection, of: Spans): Measured | undefined {
  const [picture, first] = [pictureStart(inspection, of.head), of.head.times[0] ?? 0];
  const listed = of.runs.at(-1)?.at(-1);
  if (listed === undefined) return undefined;
  // All frames have the same delay between decoding and display as the first one.
  const last = of.head.hasGuesses ? listed + picture - first : listed;
  const { constant, usual, frameRate } = chooseRate(inspection, of.runs, first);
  const frameSeconds = 1 / framesPerSecond(frameRate);
  const before = picture - startOf(inspection, of.head);
  // A whole number of frames before the video, so that its frames are on the grid even if audio comes first.
  const start = picture - Math.ceil(before / frameSeconds - 1e-6) * frameSeconds;
  const frames = (last - start) / frameSeconds;
  const lastFrameSeconds = constant ? Math.round(frames) * frameSeconds : last - start;
  const pictureSeconds = lastFrameSeconds + frameSeconds;
  const shownSeconds = lastPictureSeconds({
    lastSeconds: last,
    ownSeconds: of.tail.lastFrameDuration,
    statedEndSeconds: statedEnd(inspection, start),
    usual,
    planned: frameRate,
  });
  const soundBeyond = (of.tail.soundEndSeconds ?? start) - start - pictureSeconds;
  const heldSeconds = Math.max(shownSeconds - frameSeconds, soundBeyond > NOTICED_SECONDS ? soundBeyond : 0);
  const durationSeconds = pictureSeconds + heldSeconds;
  const shown = inspection.firstFrameSeconds ?? first;
  return {
    startSeconds: start,
    delaySeconds: isDelayed(inspection, of.head) ? Math.max(0, shown - first) : 0,
    leadSeconds: Math.max(of.head.leadSeconds, of.tail.leadSeconds),
    lastFrameSeconds:
      heldSeconds > 0
        ? (Math.ceil(durationSeconds / frameSeconds - 1e-6) - 1) * frameSeconds
        : lastFrameSeconds,
    durationSeconds,
    heldSeconds,
    lastPacketSeconds: Math.max(of.tail.endSeconds - start, pictureSeconds, lastFrameSeconds + shownSeconds),
    frameRate,
    isVariable: constant === undefined,
  };
}

/** Returns the frame rate to plan with, and which of its sources it has. */
function chooseRate({ streams }: Inspection, runs: readonly Times[], firstSeconds: number) {
  const { frameRates } = streams.video;
  const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const usual = usualRate(longest);
  const candidates = rateCandidates([...frameRates, meanRate(longest), usual]);
  const constant = findConstantRate(runs, firstSeconds, candidates);
  return { constant, usual, frameRate: constant ?? usableRate(usual ?? frameRates[1]) };
}
