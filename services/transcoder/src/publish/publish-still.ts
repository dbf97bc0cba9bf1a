import { readFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import pMap from 'p-map';

import { InfrastructureError } from '../failure.ts';
import type { Job } from '../job.ts';
import { readSegment, type Fragment } from '../rules/segment/boxes.ts';
import { durationOf, retime, writeSegment } from '../rules/segment/fragment.ts';
import { publishInit, segmentPath, type Init } from './publish.ts';

/** Segments in one report, after the first, which is reported alone: somebody waits for it. */
const BATCH = 100;
const CONCURRENCY = 4;

interface StillChunk {
  plan: catalog.Plan;
  rung: catalog.Rung;
  chunk: catalog.Chunk;
  /** The folder with the one segment that was encoded. */
  folder: string;
  /** Pictures in a whole segment. */
  frames: number;
}

/** Stores one encoded segment at the time of each segment of a chunk, and reports them. Returns their number. */
export async function publishStill(job: Job, of: StillChunk): Promise<number> {
  const { chunk, folder, rung, frames } = of;
  const expected = { rendition: rung.resolution, folder, codecs: rung.codecs };
  const init = await publishInit(job, expected);
  const encoded = readSegment(await readFile(segmentPath(of, 0)));
  if (encoded.samples.length !== frames)
    throw new InfrastructureError(
      why('pictures-missing', { madeCount: encoded.samples.length, plannedCount: frames }),
    );
  const indexes = Array.from({ length: chunk.segmentCount }, (_, number) => chunk.firstSegment + number);
  const [first, ...rest] = indexes;
  const batches = [[first ?? 0]];
  for (let at = 0; at < rest.length; at += BATCH) batches.push(rest.slice(at, at + BATCH));
  for (const batch of batches) {
    const put = (index: number) => putSegment(job, { ...of, init, encoded, index });
    const segments = await pMap(batch, put, { concurrency: CONCURRENCY, signal: job.signal });
    await job.reportSegments(segments);
    const last = segments.at(-1);
    if (last) job.reportProgress(last.startSeconds + last.durationSeconds - chunk.startSeconds);
  }
  return indexes.length;
}

async function putSegment(
  job: Job,
  of: StillChunk & { init: Init; encoded: Fragment; index: number },
): Promise<catalog.Segment> {
  const { rung, init, index } = of;
  const fragment = at(of);
  const key = catalog.segmentKey(job.unit, rung.resolution, index);
  const bytes = writeSegment(fragment);
  await job.put(key, bytes, 'video/iso.segment');
  return {
    rendition: rung.resolution,
    index,
    key,
    initKey: init.key,
    sizeBytes: bytes.byteLength,
    startSeconds: fragment.decodeTime / init.timescale,
    durationSeconds: durationOf(fragment) / init.timescale,
  };
}

/** Returns the encoded segment at the time of another; the last one ends with the video. */
function at({ plan, encoded, init, frames, index }: Parameters<typeof putSegment>[1]): Fragment {
  const { timescale } = init;
  const segmentTicks = catalog.SEGMENT_SECONDS * timescale;
  const isLast = index + 1 >= catalog.countSegments(plan.durationSeconds);
  const start = index * segmentTicks;
  const end = isLast ? Math.round(plan.durationSeconds * timescale) : start + segmentTicks;
  const frameTicks = segmentTicks / frames;
  const samples = encoded.samples.filter((_, number) => number === 0 || start + number * frameTicks < end);
  const sizeBytes = samples.reduce((sum, sample) => sum + sample.sizeBytes, 0);
  const data = encoded.data.subarray(0, sizeBytes);
  return retime({ ...encoded, decodeTime: start, samples, data, sequence: index + 1 }, end);
}
