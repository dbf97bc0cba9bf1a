import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';

import { InfrastructureError, notAsPlanned } from '../failure.ts';
import { listBoxes, readInit, readSegment, type Fragment } from '../rules/segment/boxes.ts';
import { INIT_FILE } from '../rules/picture/ffmpeg-args.ts';
import {
  durationOf,
  firstPresentation,
  presentationTimes,
  retime,
  writeSegment,
} from '../rules/segment/fragment.ts';
import type { Job } from '../job.ts';
import type { SegmentWatch } from '../media/closed-segments.ts';

/** A rendition's part of a unit: the segments that ffmpeg is expected to write into a folder. */
export interface Expected {
  rendition: catalog.Rendition;
  folder: string;
  /** RFC 6381, as announced in the master playlist. */
  codecs: string;
  firstSegment: number;
  segmentCount: number;
  /** The unit is the end of the video: its last segment ends with the last frame, and may be shorter than planned. */
  isEndOfVideo: boolean;
  /** Duration of the video's last frame in seconds. */
  lastFrameSeconds: number;
  /** Only at a constant frame rate; undefined at a variable one. */
  grid: { frameSeconds: number; firstFrame: (segment: number) => number } | undefined;
}

/** The published segments of a rendition. */
export interface Published {
  segments: catalog.Segment[];
  /** The source's first frame is after the start of the unit, because the demuxer's index is wrong. */
  missedStart: boolean;
}

/**
 * Stores each segment of a rendition with exact times as soon as ffmpeg closes it, and passes it to `report`.
 * Rejects with `InputError` if the frames of a segment are not those that were planned.
 */
export async function publishRendition(
  job: Job,
  expected: Expected,
  watch: SegmentWatch,
  report: (segment: catalog.Segment) => void,
): Promise<Published> {
  const segments: catalog.Segment[] = [];
  let init: Init | undefined;
  for (let newest = -1; segments.length < expected.segmentCount;) {
    const update = await watch.next(newest);
    job.signal.throwIfAborted();
    newest = update.segments.at(-1) ?? newest;
    if (newest >= 0) {
      init ??= await publishInit(job, expected);
      const verdict = await publishReady(job, { expected, init, update, segments, report });
      if (verdict !== 'later') return { segments, missedStart: verdict === 'missed start' };
    }
    if (update.isEnd) break;
  }
  return { segments, missedStart: false };
}

/** Publishes the segments of an update that are ready, and adds them to `segments`. */
async function publishReady(
  job: Job,
  of: {
    expected: Expected;
    init: Init;
    update: SegmentUpdate;
    segments: catalog.Segment[];
    report: (segment: catalog.Segment) => void;
  },
): Promise<Exclude<Verdict, number>> {
  const { expected, init, update, segments } = of;
  while (segments.length < expected.segmentCount) {
    const index = expected.firstSegment + segments.length;
    if (!update.segments.includes(index)) return 'later';
    const fragment = await findSegment(expected, index);
    if (!fragment) return 'too short';
    const end = await findEnd({ expected, index, init, fragment }, update);
    if (typeof end === 'string') return end;
    const segment = await publishSegment(job, { expected, index, init, fragment: retime(fragment, end) });
    segments.push(segment);
    of.report(segment);
  }
  return 'later';
}

/** A stored init segment. */
export interface Init {
  key: string;
  timescale: number;
}

/** Stores the init segment of a rendition. Throws `InfrastructureError` if it has another codec than was planned. */
export async function publishInit(
  job: Job,
  expected: Pick<Expected, 'rendition' | 'folder' | 'codecs'>,
): Promise<Init> {
  const bytes = await readFile(join(expected.folder, INIT_FILE));
  const { codecs, timescale } = readInit(bytes);
  if (codecs !== expected.codecs)
    throw new InfrastructureError(why('other-codec', { codec: codecs, plannedCodec: expected.codecs }));
  const key = catalog.initKey(job.unit, expected.rendition, createHash('sha256').update(bytes).digest('hex'));
  await job.storage.put(key, bytes, { contentType: 'video/mp4' });
  return { key, timescale };
}

/** Returns the path of a segment that ffmpeg has written. */
export function segmentPath({ folder }: Pick<Expected, 'folder'>, index: number): string {
  return join(folder, `${String(index).padStart(5, '0')}.m4s`);
}

/** Returns the contents of a segment; undefined if it has no frames, as after damaged parts of a source. */
async function findSegment(expected: Expected, index: number): Promise<Fragment | undefined> {
  const bytes = await readFile(segmentPath(expected, index));
  return listBoxes(bytes).some(({ type }) => type === 'moof') ? readSegment(bytes) : undefined;
}

interface Candidate {
  expected: Expected;
  index: number;
  init: Init;
  fragment: Fragment;
}

type SegmentUpdate = Awaited<ReturnType<SegmentWatch['next']>>;
type Verdict = number | 'later' | 'missed start' | 'too short';

/** Returns where a segment ends, in ticks; or that this is not known yet; or that the segment is not as planned. */
function findEnd(of: Candidate, update: SegmentUpdate): Verdict | Promise<Verdict> {
  return of.expected.grid ? findGridEnd(of, of.expected.grid, update) : findVariableEnd(of, update);
}

/**
 * A segment of numbered frames has exactly the frames that the grid assigns to it; only the video's last may be
 * shorter.
 */
function findGridEnd(of: Candidate, grid: NonNullable<Expected['grid']>, update: SegmentUpdate): Verdict {
  const { expected, index, init, fragment } = of;
  const ticks = grid.frameSeconds * init.timescale;
  const frameTicks = Math.round(ticks);
  const [first, end] = [grid.firstFrame(index) * frameTicks, grid.firstFrame(index + 1) * frameTicks];
  const start = firstPresentation(fragment);
  if (start > first) return index === expected.firstSegment ? 'missed start' : 'too short';
  const frames = (end - first) / frameTicks;
  const isLast = expected.isEndOfVideo && index + 1 === expected.firstSegment + expected.segmentCount;
  if (Math.abs(ticks - frameTicks) > 1e-6 || start < first || (!isLast && fragment.samples.length > frames))
    throw notAsPlanned(`Segment ${index} of ${expected.rendition} is not on the grid.`);
  if (!isLast && fragment.samples.length === frames) return end;
  if (!expected.isEndOfVideo) return 'too short';
  return update.isEnd ? lastFrame(fragment) + frameTicks : 'later';
}

/** At a variable frame rate, a segment ends where the next one begins. */
async function findVariableEnd(of: Candidate, update: SegmentUpdate): Promise<Verdict> {
  const { expected, index, init, fragment } = of;
  const next = index + 1;
  const isLast = expected.isEndOfVideo && next === expected.firstSegment + expected.segmentCount;
  if (!isLast && update.segments.includes(next)) {
    const following = await findSegment(expected, next);
    return following ? firstPresentation(following) : 'too short';
  }
  if (!update.isEnd) return 'later';
  if (!expected.isEndOfVideo) return 'too short';
  return lastFrame(fragment) + Math.round(expected.lastFrameSeconds * init.timescale);
}

function lastFrame(fragment: Fragment): number {
  return presentationTimes(fragment).reduce((most, time) => Math.max(most, time), 0);
}

async function publishSegment(job: Job, of: Candidate): Promise<catalog.Segment> {
  const { expected, index, init, fragment } = of;
  const key = catalog.segmentKey(job.unit, expected.rendition, index);
  const bytes = writeSegment(fragment);
  await job.put(key, bytes, 'video/iso.segment');
  job.signal.throwIfAborted();
  // The previous file is no longer needed, since this one showed where it ends.
  await rm(segmentPath(expected, index - 1), { force: true });
  return {
    rendition: expected.rendition,
    index,
    key,
    initKey: init.key,
    sizeBytes: bytes.byteLength,
    startSeconds: fragment.decodeTime / init.timescale,
    durationSeconds: durationOf(fragment) / init.timescale,
  };
}
