import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import { createInternalClient } from '@larksong/service-kit';
import { createWakeUpQueue } from '@larksong/service-kit/queue';
import {
  createTestFolder,
  createTestLogger,
  startStopwatch,
  testRedisUrl,
} from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createMetrics } from '../src/metrics.ts';
import { startWorker, type Worker } from '../src/worker.ts';
import { createBench, cut, type Bench } from './support/bench.ts';
import { LeaseOwner } from './support/lease-owner.ts';
import { ffmpeg } from './support/clips.ts';
import { untilProcesses } from './support/processes.ts';
import { writeProgram } from './support/programs.ts';
import { launchWorker } from './support/worker-process.ts';

const REDIS_DATABASE = 9;
/** Far longer than a process takes to end on a busy machine, and far shorter than ffmpeg would continue. */
const SOON_MS = 20_000;
const INTERNAL_TOKEN = 'a-secret-of-the-services-for-tests-only';

let bench: Bench;
let programs: Awaited<ReturnType<typeof createTestFolder>>;
let owner: LeaseOwner;
let longVideo: { videoId: string; plan: catalog.Plan };
/** Path of an ffmpeg that reads six seconds of video a second, so that it leaves the processor to others. */
let steadyFfmpeg: string;
let workers: Worker[] = [];

beforeAll(async () => {
  bench = await createBench();
  programs = await createTestFolder();
  steadyFfmpeg = await writeProgram(programs.path, 'steady-ffmpeg', [
    `case "$*" in *-filter_complex\\ *) exec ${bench.tools.ffmpeg} -readrate 6 "$@";; esac`,
    `exec ${bench.tools.ffmpeg} "$@"`,
  ]);
  const short = `${bench.folder}/short.mp4`;
  const long = `${bench.folder}/long.mp4`;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=8', '-f', 'lavfi', '-i', 'sine=d=8'];
  const encoder = '-c:v libx264 -preset veryfast -crf 40 -g 20 -c:a aac'.split(' ');
  await ffmpeg([...picture, ...encoder, short]);
  await ffmpeg(['-stream_loop', '39', '-i', short, '-map', '0:v', '-c', 'copy', long]);
  const videoId = await bench.addSource(long);
  longVideo = { videoId, plan: await bench.plan(videoId) };
});
afterAll(() => Promise.all([bench?.close(), programs?.remove()]));

beforeEach(async () => {
  owner = await LeaseOwner.open();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await owner.close();
});

function start(pollMs: number): Worker {
  const worker = startWorker({
    call: createInternalClient({ baseUrl: owner.url, internalToken: INTERNAL_TOKEN }),
    game: createInternalClient({ baseUrl: owner.url, internalToken: INTERNAL_TOKEN }),
    storage: bench.storage,
    tools: { ...bench.tools, ffmpeg: steadyFfmpeg },
    sourceServer: bench.server,
    workRoot: bench.workRoot,
    metrics: createMetrics(bench.tools, { heavy: 1, light: 1, sound: 1 }),
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

/** Adds a unit of the long video: about a minute of work. */
async function addUnit(
  kind: catalog.UnitKind,
  more: { alone?: boolean } = {},
): Promise<catalog.UnitAssignment> {
  const { videoId, plan } = longVideo;
  const chunk = kind === 'video-chunk' ? (cut(plan, [])[0] ?? null) : null;
  const info = await bench.storage.stat(catalog.sourceKey(videoId));
  return owner.put({
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
  it('a worker runs a unit when the queue wakes it, without polling', async () => {
    start(600_000);
    const queue = createWakeUpQueue<{ unitId: string }>({
      name: catalog.WAKE_UP_QUEUES.light,
      redisUrl: testRedisUrl(REDIS_DATABASE),
      logger: createTestLogger(),
    });
    const unit = await addUnit('plan');
    await expect.poll(() => queue.add(unit.id, { unitId: unit.id }).then(() => true)).toBe(true);
    const { body } = await owner.waitForReport(unit.id, 'complete');
    expect(body).toMatchObject({ token: unit.token, result: { kind: 'plan', plan: { seekable: true } } });
    await queue.close();
  });

  it('a worker polls without a wake-up, and continues until no unit is due', async () => {
    const units = [await addUnit('plan'), await addUnit('plan'), await addUnit('plan')];
    start(1000);
    for (const unit of units)
      expect((await owner.waitForReport(unit.id, 'complete')).body.token).toBe(unit.token);
  });

  it('a worker reports segments while ffmpeg is running, and sends heartbeats with progress', async () => {
    const unit = await addUnit('video-chunk');
    start(500);
    const { body } = await owner.waitForReport(unit.id, 'segments');
    await untilProcesses(unit.token, 'running', 60_000);
    for (const segment of body.segments ?? []) {
      expect((await bench.storage.stat(segment.key))?.sizeBytes).toBe(segment.sizeBytes);
      expect(await bench.storage.stat(segment.initKey)).toBeDefined();
    }
    const beat = await owner.waitForReport(unit.id, 'heartbeat');
    expect(beat.body.progress?.doneSeconds).toBeGreaterThanOrEqual(0);
    expect(owner.count(unit.id, 'complete')).toBe(0);
  });

  it('a worker ends ffmpeg soon when catalog answers stop, and leaves no objects unknown to catalog', async () => {
    const unit = await addUnit('video-chunk');
    start(500);
    await owner.waitForReport(unit.id, 'segments');
    owner.stopped.add(unit.id);
    await untilProcesses(unit.token, 'gone', SOON_MS);
    const isKnown = (key: string) =>
      owner.reports.some((report) => report.body.segments?.some((segment) => segment.key === key));
    await expect.poll(async () => (await objectsOf(unit)).filter((key) => !isKnown(key))).toEqual([]);
    expect(owner.count(unit.id, 'fail') + owner.count(unit.id, 'release')).toBe(0);
  });

  it.each([
    ['segments', 'video-chunk'],
    ['complete', 'extras'],
  ] as const)('a worker whose report (%s) is refused deletes what it stored', async (what, kind) => {
    owner.statuses[what] = [409];
    const unit = await addUnit(kind);
    start(500);
    await owner.waitForReport(unit.id, what);
    await expect.poll(() => objectsOf(unit)).toEqual([]);
  });

  it('a worker keeps what it stored if the answer to an earlier report got lost', async () => {
    owner.statuses.complete = [503, 409];
    const unit = await addUnit('extras');
    const worker = start(500);
    await expect.poll(() => owner.count(unit.id, 'complete'), { timeout: 20_000 }).toBe(2);
    await worker.stop();
    expect(await objectsOf(unit)).not.toEqual([]);
  });

  it('a stopping worker releases its unit in time, and no ffmpeg remains', async () => {
    const unit = await addUnit('video-chunk');
    const worker = start(500);
    await owner.waitForReport(unit.id, 'segments');
    const elapsedMs = startStopwatch();
    await worker.stop();
    expect(elapsedMs()).toBeLessThan(15_000);
    expect(owner.count(unit.id, 'release')).toBe(1);
    await untilProcesses(unit.token, 'gone', SOON_MS);
  });

  it('a worker continues after catalog was unavailable for a few seconds', async () => {
    const unit = await addUnit('video-chunk');
    start(500);
    await owner.waitForReport(unit.id, 'segments');
    owner.isUnavailable = true;
    const [before, reports] = [(await objectsOf(unit)).length, owner.count(unit.id, 'segments')];
    await expect
      .poll(async () => (await objectsOf(unit)).length, { timeout: 20_000 })
      .toBeGreaterThan(before);
    expect(owner.count(unit.id, 'segments')).toBe(reports);
    owner.isUnavailable = false;
    await expect.poll(() => owner.count(unit.id, 'segments'), { timeout: 20_000 }).toBeGreaterThan(reports);
    expect(owner.count(unit.id, 'fail')).toBe(0);
  });

  // Another worker may have claimed it.
  it.runIf(isLongRun)('a worker drops its unit if catalog stays unavailable', async () => {
    const unit = await addUnit('video-chunk');
    start(500);
    await owner.waitForReport(unit.id, 'segments');
    owner.isUnavailable = true;
    await untilProcesses(unit.token, 'gone', 20_000);
    expect(owner.count(unit.id, 'fail') + owner.count(unit.id, 'release')).toBe(0);
    owner.isUnavailable = false;
    await owner.waitForReport(unit.id, 'release'); // the worker did not die
    expect(owner.count(unit.id, 'fail')).toBe(0);
  });

  it('a worker runs a suspected unit alone: after running units, before due ones', async () => {
    const beside = await addUnit('video-chunk');
    start(500);
    await owner.waitForReport(beside.id, 'segments');
    const suspect = await addUnit('plan', { alone: true });
    const later = await addUnit('plan');
    await owner.waitForReport(suspect.id, 'heartbeat');
    expect(owner.count(suspect.id, 'complete')).toBe(0);
    owner.stopped.add(beside.id);
    await owner.waitForReport(suspect.id, 'complete');
    await owner.waitForReport(later.id, 'complete');
    const reports = owner.reports.filter(({ unitId }) => unitId === suspect.id);
    const alone = reports.find(({ body }) => body.alone);
    expect(alone?.atMs).toBeGreaterThan(Math.max(...owner.timesOf(beside.id)));
    expect(Math.min(...owner.timesOf(later.id))).toBeGreaterThan(Math.max(...owner.timesOf(suspect.id)));
  });

  it('a worker blames an unusable video file in a sentence', async () => {
    const videoId = crypto.randomUUID();
    await bench.storage.put(catalog.sourceKey(videoId), Buffer.from('not a video at all'));
    const unit = owner.put({
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
    const { body } = await owner.waitForReport(unit.id, 'fail');
    expect(body).toMatchObject({ cause: 'input', message: 'This file is not a video.' });
  });
});

describe('a worker process', () => {
  const launch = () => launchWorker(bench, owner, REDIS_DATABASE, { FFMPEG_PATH: steadyFfmpeg });

  it('ffmpeg ends when its worker process is killed', async () => {
    const unit = await addUnit('video-chunk');
    const child = launch();
    await owner.waitForReport(unit.id, 'segments');
    await untilProcesses(unit.token, 'running', 60_000);
    child.kill('SIGKILL');
    await untilProcesses(unit.token, 'gone', SOON_MS);
    expect(owner.count(unit.id, 'complete') + owner.count(unit.id, 'fail')).toBe(0);
  });

  it('a worker process that was frozen ends its ffmpeg when it resumes, and reports that it did not die', async () => {
    const unit = await addUnit('video-chunk');
    const child = launch();
    await owner.waitForReport(unit.id, 'segments');
    child.kill('SIGSTOP');
    await pause(12_000); // longer than the allowed silence
    const reports = owner.count(unit.id, 'segments');
    child.kill('SIGCONT');
    const { body } = await owner.waitForReport(unit.id, 'fail');
    expect(body).toMatchObject({ token: unit.token, cause: 'infrastructure' });
    await untilProcesses(unit.token, 'gone', SOON_MS);
    expect(owner.count(unit.id, 'segments')).toBeLessThanOrEqual(reports + 1); // one may have been in flight
    expect(owner.count(unit.id, 'complete')).toBe(0);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('a worker process exits cleanly on SIGTERM and releases its unit', async () => {
    const unit = await addUnit('video-chunk');
    const child = launch();
    await owner.waitForReport(unit.id, 'segments');
    const elapsedMs = startStopwatch();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(owner.count(unit.id, 'release')).toBe(1);
    await untilProcesses(unit.token, 'gone', SOON_MS);
  });
});
