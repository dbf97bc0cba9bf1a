import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import pMap from 'p-map';

import { cutOff, InfrastructureError } from '../failure.ts';
import { getPlan, type Job } from '../job.ts';
import { readInit, readSegmentHead } from '../rules/segment/boxes.ts';
import { durationOf } from '../rules/segment/fragment.ts';
import { toleranceSeconds } from '../rules/timing/grid.ts';
import { makeStoryboard } from './storyboard.ts';

/** Bytes read from a segment; enough for the boxes before the media data. */
const HEAD_BYTES = 64 * 1024;
const CONCURRENCY = { concurrency: 8 };

/** Verifies the whole video in storage, deletes objects that belong to no listed segment, and makes the storyboard. */
export async function runFinish(job: Job): Promise<catalog.UnitResult> {
  const plan = getPlan(job);
  const renditions = Map.groupBy(job.unit.segments, (segment) => segment.rendition);
  const wanted: catalog.Rendition[] = plan.rungs.map((rung) => rung.resolution);
  const timescales = await readTimescales(job);
  let durationSeconds = 0;
  for (const rendition of [...wanted, ...(plan.audio ? (['audio'] as const) : [])]) {
    const segments = (renditions.get(rendition) ?? []).toSorted((a, b) => a.index - b.index);
    const duration = await verifyRendition(job, plan, { rendition, segments, timescales });
    if (rendition === wanted[0]) durationSeconds = duration;
  }
  await deleteOrphans(job, plan);
  return { kind: 'finish', durationSeconds, storyboard: await makeStoryboard(job) };
}

async function readTimescales(job: Job): Promise<Map<string, number>> {
  const keys = [...new Set(job.unit.segments.map((segment) => segment.initKey))];
  const readTimescale = async (key: string) => {
    job.signal.throwIfAborted();
    return [key, readInit(await readBytes(job, key, HEAD_BYTES)).timescale] as const;
  };
  const entries = await pMap(keys, readTimescale, CONCURRENCY);
  return new Map(entries);
}

/**
 * Verifies that every segment exists with its size and begins exactly where the previous one ends. Returns the
 * duration.
 */
async function verifyRendition(
  job: Job,
  plan: catalog.Plan,
  of: { rendition: catalog.Rendition; segments: catalog.Segment[]; timescales: Map<string, number> },
): Promise<number> {
  const { rendition, segments } = of;
  const readHead = async (segment: catalog.Segment, position: number) => {
    job.signal.throwIfAborted();
    if (segment.index !== position)
      throw new InfrastructureError(why('segment-missing', { rendition, segment: position }));
    const timescale = of.timescales.get(segment.initKey) ?? 1;
    const head = readSegmentHead(await readSegmentBytes(job, segment));
    return { timescale, start: head.decodeTime, end: head.decodeTime + durationOf(head) };
  };
  const heads = await pMap(segments, readHead, CONCURRENCY);
  let [endTicks, endScale] = [0, 1];
  for (const [position, head] of heads.entries()) {
    // a/b = c/d without division, so exact in both time scales
    if (head.start * endScale !== endTicks * head.timescale)
      throw new InfrastructureError(why('segment-displaced', { segment: position, rendition }));
    [endTicks, endScale] = [head.end, head.timescale];
    job.reportProgress(endTicks / endScale);
  }
  const durationSeconds = endTicks / endScale;
  checkDuration(plan, { rendition, durationSeconds, segmentCount: segments.length });
  return durationSeconds;
}

function checkDuration(
  plan: catalog.Plan,
  made: { rendition: catalog.Rendition; durationSeconds: number; segmentCount: number },
): void {
  const tolerance = toleranceSeconds(plan.durationSeconds);
  const missing = plan.durationSeconds - made.durationSeconds;
  if (missing > tolerance && made.rendition !== 'audio')
    throw cutOff(plan.durationSeconds, made.durationSeconds);
  const least = catalog.countSegments(plan.durationSeconds) - Math.ceil(tolerance / catalog.SEGMENT_SECONDS);
  if (Math.abs(missing) > tolerance || made.segmentCount < least)
    throw new InfrastructureError(
      why('rendition-length', { rendition: made.rendition, exactly: made.durationSeconds.toFixed(3) }),
    );
}

async function readSegmentBytes(job: Job, segment: catalog.Segment): Promise<Uint8Array> {
  const info = await job.storage.stat(segment.key);
  if (info?.sizeBytes !== segment.sizeBytes)
    throw new InfrastructureError(
      why('segment-not-as-reported', { segment: segment.index, rendition: segment.rendition }),
    );
  return readBytes(job, segment.key, Math.min(HEAD_BYTES, segment.sizeBytes));
}

async function readBytes(job: Job, key: string, atMost: number): Promise<Uint8Array> {
  const object = await job.storage.get(key, { start: 0, end: atMost - 1 });
  if (!object) throw new InfrastructureError(why('file-missing'), '', { code: 'storage' });
  return Buffer.concat(await object.stream.toArray());
}

/**
 * Deletes objects that earlier tries left. Never a storyboard, which another try of this unit may just have written.
 */
async function deleteOrphans(job: Job, plan: catalog.Plan): Promise<void> {
  const { attempt, extraKeys, segments, videoId } = job.unit;
  const used = new Set([
    ...segments.flatMap((segment) => [segment.key, segment.initKey]),
    ...(extraKeys ?? []),
  ]);
  const folders = [...plan.rungs.map((rung) => rung.resolution), 'audio', ...(extraKeys ? ['extras'] : [])];
  for (const folder of folders) {
    for await (const { key } of job.storage.list(`${catalog.attemptPrefix(videoId, attempt)}${folder}/`)) {
      job.signal.throwIfAborted();
      if (!used.has(key) && !key.endsWith('/storyboard.jpg')) await job.storage.delete(key);
    }
  }
}
