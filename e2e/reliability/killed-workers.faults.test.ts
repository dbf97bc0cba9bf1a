import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { untilProcesses } from '../../services/transcoder/test/support/processes.ts';
import { until } from '../access/until.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { createRandom, readCount, readSeed } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { readStream } from '../support/streams.ts';
import { findViolations } from './check-invariants.ts';
import { findTranscoder, listRunning, uploadUntilAccepted } from './fault-uploads.ts';

const line = faultLine(2);
const KILLS = readCount('KILLS', 20);
const SEED = readSeed();
const SECONDS = 60;

let site: Stack;
let data: CatalogData;
let clip: string;
beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
  clip = await makeClip({ seconds: SECONDS, width: 640, height: 360 });
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

type Running = Awaited<ReturnType<typeof listRunning>>[number];

const unitRow = (id: string) =>
  data.db.selectFrom('transcode_units').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Waits for a running chunk with a given share of its segments in storage, and returns it. */
async function untilShareIsDone(videoId: string, share: number): Promise<Running> {
  let found: Running | undefined;
  const isFound = async () => {
    for (const unit of await listRunning(data)) {
      if (unit.video_id !== videoId || unit.kind !== 'video-chunk' || !unit.chunk || unit.index === 0)
        continue;
      const segments = await data.db
        .selectFrom('segments')
        .select('index')
        .where('unit_id', '=', unit.id)
        .execute();
      const done = new Set(segments.map(({ index }) => index)).size / unit.chunk.segmentCount;
      if (done >= share - 0.1 && done < 1) found = unit;
    }
    return found !== undefined;
  };
  await until(isFound, { what: 'a chunk with enough segments', withinSeconds: 120, everyMs: 20 });
  if (!found) throw new Error('no such chunk was found');
  return found;
}

/** Describes the stream as a player sees it, independently of interruptions during transcoding. */
async function describeStream(id: string): Promise<string> {
  const renditions = await readStream(site.url, id);
  expect(renditions.flatMap(({ decodeErrors }) => decodeErrors || [])).toEqual([]);
  return JSON.stringify(renditions);
}

async function untilCompleted(id: string): Promise<void> {
  const isDone = async () => {
    const video = await data.db
      .selectFrom('videos')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (video.status === 'failed') throw new Error(video.processing_error ?? 'failed');
    return video.status === 'completed';
  };
  await until(isDone, { what: 'the video is completed', withinSeconds: 300 });
}

it(`${KILLS} workers killed in the middle of a unit lose only that unit`, async () => {
  const random = createRandom(SEED);
  const reference = await uploadUntilAccepted(site, { path: clip, title: 'Undisturbed' });
  await untilCompleted(reference);
  const expected = await describeStream(reference);
  const [again, gone]: [number[], number[]] = [[], []];
  const ids = [reference];
  let [different, redoneElsewhere] = [0, 0];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const id = await uploadUntilAccepted(site, { path: clip, title: `Killed ${kill}` });
    ids.push(id);
    const unit = await untilShareIsDone(id, 0.05 + 0.9 * random.next());
    const held = (await listRunning(data)).filter(({ worker_id: worker }) => worker === unit.worker_id);
    findTranscoder(site, unit.worker_id)?.kill('SIGKILL');
    const killed = performance.now();
    await untilProcesses(unit.token ?? '', 'gone', 10_000);
    gone.push((performance.now() - killed) / 1000);
    const runsAgain = async () => {
      const row = await unitRow(unit.id);
      return row.state === 'done' || (row.state === 'running' && row.worker_id !== unit.worker_id);
    };
    again.push(await until(runsAgain, { what: 'the unit runs elsewhere', withinSeconds: 60 }));
    await untilCompleted(id);
    if ((await describeStream(id)) !== expected) different += 1;
    const redone = await data.db
      .selectFrom('transcode_units')
      .select('id')
      .where('video_id', '=', id)
      .where('started_count', '>', 1)
      .execute();
    const lost = new Set(held.map((row) => row.id));
    redoneElsewhere += redone.filter((row) => !lost.has(row.id)).length;
    expect((await unitRow(unit.id)).death_count).toBe(0);
  }
  const violations = await findViolations(site, data, { accepted: ids, killed: true });
  for (const violation of violations) console.log(violation);
  line.prove(`${KILLS} workers killed, SEED=${SEED}`, {
    'again elsewhere': { measured: Math.max(...again), atMost: 25, unit: 's' },
    'ffmpeg gone': { measured: Math.max(...gone), atMost: 2, unit: 's' },
    'different output': { measured: different, atMost: 0 },
    'other units redone': { measured: redoneElsewhere, atMost: 0 },
    broken: { measured: violations.length, atMost: 0 },
  });
});
