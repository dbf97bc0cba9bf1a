import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import { createInternalClient, createWakeUpQueue } from '@larksong/service-kit';
import { createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createMetrics } from '../src/metrics.ts';
import { startWorker, type Worker } from '../src/worker.ts';
import { createBench, cut, type Bench } from './support/bench.ts';
import { CatalogDesk } from './support/catalog-desk.ts';
import { ffmpeg } from './support/clips.ts';
import { untilProcesses } from './support/processes.ts';
import { launchWorker } from './support/worker-process.ts';

const REDIS_DATABASE = 9;
const INTERNAL_TOKEN = 'a-secret-of-the-services-for-tests-only';

let bench: Bench;
let desk: CatalogDesk;
let longVideo: { videoId: string; plan: catalog.Plan };
let workers: Worker[] = [];

beforeAll(async () => {
  bench = await createBench();
  const short = `${bench.folder}/short.mp4`;
  const long = `${bench.folder}/long.mp4`;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=8', '-f', 'lavfi', '-i', 'sine=d=8'];
  await ffmpeg([
    ...picture,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '40',
    '-g',
    '60',
    '-c:a',
    'aac',
    short,
  ]);
  await ffmpeg(['-stream_loop', '39', '-i', short, '-map', '0:v', '-c', 'copy', long]);
  const videoId = await bench.addSource(long);
  longVideo = { videoId, plan: await bench.plan(videoId) };
});
afterAll(() => bench.close());

beforeEach(async () => {
  desk = await CatalogDesk.open();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await desk.close();
});

function start(pollMs: number): Worker {
  const worker = startWorker({
    call: createInternalClient({ baseUrl: desk.url, internalToken: INTERNAL_TOKEN }),
    game: createInternalClient({ baseUrl: desk.url, internalToken: INTERNAL_TOKEN }),
    storage: bench.storage,
    tools: bench.tools,
    sourceServer: bench.server,
    workRoot: bench.workRoot,
    metrics: createMetrics(bench.tools),
    logger: createTestLogger(),
    redisUrl: testRedisUrl(REDIS_DATABASE),
    workerId: 'test',
    sandboxed: true,
    slots: { heavy: 1, light: 1, sound: 0 },
    pollMs,
  });
  workers.push(worker);
  return worker;
}

/** Puts up a unit of the long video: about a minute of work. */
async function putUp(
  kind: catalog.UnitKind,
  more: { alone?: boolean } = {},
): Promise<catalog.UnitAssignment> {
  const { videoId, plan } = longVideo;
  const chunk = kind === 'video-chunk' ? (cut(plan, [])[0] ?? null) : null;
  const info = await bench.storage.stat(catalog.sourceKey(videoId));
  return desk.put({
    requestId: null,
    videoId,
    attempt: 1,
    kind,
    index: 0,
    resolutions: ['720p', '480p', '360p'],
    segments: [],
    source: { key: catalog.sourceKey(videoId), sizeBytes: info?.sizeBytes ?? 0 },
    plan: kind === 'plan' ? null : plan,
    chunk,
    ...more,
  });
}

async function objectsOf(unit: catalog.UnitAssignment): Promise<string[]> {
  const keys = await Array.fromAsync(bench.storage.list(`videos/${unit.videoId}/`), (object) => object.key);
  return keys.filter((key) => key.includes(unit.token));
}

describe('a worker', () => {
  it('does a unit when the queue wakes it up, without asking by itself', async () => {
    start(600_000);
    const queue = createWakeUpQueue<{ unitId: string }>({
      name: catalog.WAKE_UP_QUEUES.light,
      redisUrl: testRedisUrl(REDIS_DATABASE),
      logger: createTestLogger(),
    });
    const unit = await putUp('plan');
    await expect.poll(() => queue.add(unit.id, { unitId: unit.id }).then(() => true)).toBe(true);
    const { body } = await desk.hear(unit.id, 'complete');
    expect(body).toMatchObject({ token: unit.token, result: { kind: 'plan', plan: { seekable: true } } });
    await queue.close();
  });

  it('asks by itself when no wake-up comes, and goes on until nothing is due', async () => {
    const units = [await putUp('plan'), await putUp('plan'), await putUp('plan')];
    start(1000);
    for (const unit of units) expect((await desk.hear(unit.id, 'complete')).body.token).toBe(unit.token);
  });

  it('reports segments while ffmpeg goes on, and the heart beats with progress', async () => {
    const unit = await putUp('video-chunk');
    start(500);
    const { body } = await desk.hear(unit.id, 'segments');
    await untilProcesses(unit.token, 'running', 10_000);
    for (const segment of body.segments ?? []) {
      expect((await bench.storage.stat(segment.key))?.sizeBytes).toBe(segment.sizeBytes);
      expect(await bench.storage.stat(segment.initKey)).toBeDefined();
    }
    const beat = await desk.hear(unit.id, 'heartbeat');
    expect(beat.body.progress?.doneSeconds).toBeGreaterThanOrEqual(0);
    expect(desk.count(unit.id, 'complete')).toBe(0);
  });

  it('ends ffmpeg within 3 s when catalog says stop, and leaves nothing that catalog does not know of', async () => {
    const unit = await putUp('video-chunk');
    start(500);
    await desk.hear(unit.id, 'segments');
    desk.stopped.add(unit.id);
    await untilProcesses(unit.token, 'gone', 3000 + 2000); // 3 s from the heartbeat, which comes every 2 s
    const isKnown = (key: string) =>
      desk.said.some((said) => said.body.segments?.some((segment) => segment.key === key));
    await expect.poll(async () => (await objectsOf(unit)).filter((key) => !isKnown(key))).toEqual([]);
    expect(desk.count(unit.id, 'fail') + desk.count(unit.id, 'release')).toBe(0);
  });

  it('gives its unit back when it stops, within 10 s, and its ffmpeg is gone', async () => {
    const unit = await putUp('video-chunk');
    const worker = start(500);
    await desk.hear(unit.id, 'segments');
    const begin = performance.now();
    await worker.stop();
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(desk.count(unit.id, 'release')).toBe(1);
    await untilProcesses(unit.token, 'gone', 100);
  });

  it('goes on after catalog was away for a few seconds', async () => {
    const unit = await putUp('video-chunk');
    start(500);
    await desk.hear(unit.id, 'segments');
    desk.isAway = true;
    const [before, reports] = [(await objectsOf(unit)).length, desk.count(unit.id, 'segments')];
    await expect
      .poll(async () => (await objectsOf(unit)).length, { timeout: 20_000 })
      .toBeGreaterThan(before);
    expect(desk.count(unit.id, 'segments')).toBe(reports);
    desk.isAway = false;
    await expect.poll(() => desk.count(unit.id, 'segments'), { timeout: 20_000 }).toBeGreaterThan(reports);
    expect(desk.count(unit.id, 'fail')).toBe(0);
  });

  it('gives up a unit when catalog stays away, since another worker may have it by then', async () => {
    const unit = await putUp('video-chunk');
    start(500);
    await desk.hear(unit.id, 'segments');
    desk.isAway = true;
    await untilProcesses(unit.token, 'gone', 20_000);
    expect(desk.count(unit.id, 'fail') + desk.count(unit.id, 'release')).toBe(0);
    desk.isAway = false;
    await desk.hear(unit.id, 'release'); // it did not die
    expect(desk.count(unit.id, 'fail')).toBe(0);
  });

  it('does a suspected unit alone: after what runs, before what is due', async () => {
    const beside = await putUp('video-chunk');
    start(500);
    await desk.hear(beside.id, 'segments');
    const suspect = await putUp('plan', { alone: true });
    const later = await putUp('plan');
    await desk.hear(suspect.id, 'heartbeat');
    expect(desk.count(suspect.id, 'complete')).toBe(0);
    desk.stopped.add(beside.id);
    await desk.hear(suspect.id, 'complete');
    await desk.hear(later.id, 'complete');
    const said = desk.said.filter(({ unitId }) => unitId === suspect.id);
    const alone = said.find(({ body }) => body.alone);
    expect(alone?.atMs).toBeGreaterThan(Math.max(...desk.timesOf(beside.id)));
    expect(Math.min(...desk.timesOf(later.id))).toBeGreaterThan(Math.max(...desk.timesOf(suspect.id)));
  });

  it('blames the file for what the file is, in a sentence', async () => {
    const videoId = crypto.randomUUID();
    await bench.storage.put(catalog.sourceKey(videoId), Buffer.from('not a video at all'));
    const unit = desk.put({
      requestId: null,
      videoId,
      attempt: 1,
      kind: 'plan',
      index: 0,
      resolutions: ['360p'],
      segments: [],
      source: { key: catalog.sourceKey(videoId), sizeBytes: 18 },
      plan: null,
      chunk: null,
    });
    start(500);
    const { body } = await desk.hear(unit.id, 'fail');
    expect(body).toMatchObject({ cause: 'input', message: 'This file is not a video.' });
  });
});

describe('a worker process', () => {
  const launch = () => launchWorker(bench, desk, REDIS_DATABASE);

  it('takes its ffmpeg with it when it is killed', async () => {
    const unit = await putUp('video-chunk');
    const child = launch();
    await desk.hear(unit.id, 'segments');
    await untilProcesses(unit.token, 'running', 10_000);
    child.kill('SIGKILL');
    await untilProcesses(unit.token, 'gone', 2000);
    expect(desk.count(unit.id, 'complete') + desk.count(unit.id, 'fail')).toBe(0);
  });

  it('that was frozen ends its ffmpeg when it wakes up, and says that it did not die', async () => {
    const unit = await putUp('video-chunk');
    const child = launch();
    await desk.hear(unit.id, 'segments');
    child.kill('SIGSTOP');
    await pause(12_000); // longer than it may be silent
    const reports = desk.count(unit.id, 'segments');
    child.kill('SIGCONT');
    const { body } = await desk.hear(unit.id, 'fail');
    expect(body).toMatchObject({ token: unit.token, cause: 'infrastructure' });
    await untilProcesses(unit.token, 'gone', 2000);
    expect(desk.count(unit.id, 'segments')).toBeLessThanOrEqual(reports + 1); // one may have been on its way
    expect(desk.count(unit.id, 'complete')).toBe(0);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('ends cleanly on SIGTERM and gives its unit back', async () => {
    const unit = await putUp('video-chunk');
    const child = launch();
    await desk.hear(unit.id, 'segments');
    const begin = performance.now();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(desk.count(unit.id, 'release')).toBe(1);
    await untilProcesses(unit.token, 'gone', 100);
  });
});
