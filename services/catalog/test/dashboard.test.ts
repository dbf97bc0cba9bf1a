import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sampleQueue } from '../src/transcoding/queue-state/store.ts';
import { units } from '../src/transcoding/units/leases.ts';
import { forgetWorkers } from '../src/transcoding/workers/store.ts';
import { callAs } from './parts.ts';
import {
  claim,
  claimKind,
  complete,
  plannedVideo,
  publish,
  rangeOf,
  RUNGS,
  startCatalog,
  transcode,
  upload,
  type TestCatalog,
} from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const table of ['videos', 'workers', 'queue_samples'] as const)
    await service.db.deleteFrom(table).execute();
});

const getStatus = async () => (await callAs(service)(catalog.getTranscodingStatus, {})).data;

const REPORT: catalog.WorkerReport = {
  workerId: 'barn:17:a',
  name: 'transcoder-1',
  host: 'barn',
  version: '0.1.0',
  ffmpegVersion: '7.1',
  sandboxed: true,
  slots: { heavy: 1, light: 1, sound: 1 },
  activeSounds: 0,
  load: { processorShare: 0.25, memoryUsedBytes: 1e9, memoryTotalBytes: 4e9 },
};

async function report(
  changes: Partial<catalog.WorkerReport> = {},
  phase: 'working' | 'stopping' | 'stopped' = 'working',
): Promise<void> {
  await service.internal(catalog.reportWorker, { body: { ...REPORT, ...changes, phase } });
}

async function silence(workerId: string, seconds: number): Promise<void> {
  await sql`
    update workers set seen_at = now() - make_interval(secs => ${seconds}) where id = ${workerId}`.execute(
    service.db,
  );
}

async function failUnit(
  { id, token }: catalog.UnitAssignment,
  failure: { cause: 'input' | 'infrastructure'; code?: 'cut-off' | 'storage' },
): Promise<void> {
  const body = { token, message: 'Storage is away.', log: 'ECONNREFUSED', ...failure };
  await service.internal(catalog.failUnit, { params: { id }, body });
}

/** Returns the value of a metric, 0 if it is missing; the labels are written as in the exposition. */
async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((other) => other.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}
const readMetrics = (names: string[]) => Promise.all(names.map(readMetric));

describe('the workers of the dashboard', () => {
  it('the workers of the dashboard are shown with what they report and what they have claimed', async () => {
    await report();
    await report({ workerId: 'barn:18:b', name: 'transcoder-2', activeSounds: 2, sandboxed: false });
    const videoId = await plannedVideo(service);
    await claim(service, 'heavy', REPORT.workerId);
    const { workers } = await getStatus();
    expect(workers).toMatchObject({
      count: 2,
      withoutSandbox: 1,
      list: [
        {
          name: 'transcoder-1',
          host: 'barn',
          version: '0.1.0',
          ffmpegVersion: '7.1',
          state: 'busy',
          silentSeconds: 0,
          units: [{ videoId, title: 'Ducks', stage: 'Encoding video', elapsedSeconds: 0 }],
          load: REPORT.load,
        },
        { name: 'transcoder-2', state: 'busy', units: [], activeSounds: 2 },
      ],
    });
    expect(workers.list[0]?.units[0]?.span).toEqual({ startSeconds: 0, endSeconds: 4 });
  });

  it('a silent worker has vanished after 20 s, unless a unit has a heartbeat, and is forgotten after a day', async () => {
    await report();
    const stateOf = async () => (await getStatus()).workers.list.map(({ state }) => state);
    await silence(REPORT.workerId, 19);
    expect(await stateOf()).toEqual(['idle']);
    await silence(REPORT.workerId, 21);
    expect(await stateOf()).toEqual(['vanished']);
    expect((await getStatus()).workers).toMatchObject({ count: 0, withoutSandbox: 0 });
    await upload(service);
    await claim(service, 'light', REPORT.workerId);
    expect(await stateOf()).toEqual(['busy']);
    await silence(REPORT.workerId, 3601);
    expect(await stateOf()).toEqual([]);
    const count = async () => (await service.db.selectFrom('workers').select('id').execute()).length;
    await forgetWorkers(service.db);
    expect(await count()).toBe(1);
    await silence(REPORT.workerId, 86_401);
    await forgetWorkers(service.db);
    expect(await count()).toBe(0);
  });

  it('a worker that stops is shown as stopped, even after a late report', async () => {
    await report({}, 'stopping');
    expect((await getStatus()).workers.list).toMatchObject([{ state: 'stopping' }]);
    await report({}, 'stopped');
    await report();
    expect((await getStatus()).workers).toMatchObject({ count: 0, list: [{ state: 'stopped' }] });
    await silence(REPORT.workerId, 301);
    expect((await getStatus()).workers.list).toEqual([]);
  });

  it('a worker of an older version is known by its requests for work', async () => {
    const body = { workerId: 'hut:3:c', lane: 'light' as const, sandboxed: true };
    await service.internal(catalog.claimUnit, { body });
    expect((await getStatus()).workers.list).toMatchObject([
      { name: 'hut', state: 'idle', host: null, version: null, load: null },
    ]);
  });

  it('a report that does not fit the contract is refused', async () => {
    await expect(report({ name: '' })).rejects.toMatchObject({ status: 400 });
    const load = { ...REPORT.load, processorShare: 2 };
    await expect(report({ load })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a video on the dashboard', () => {
  it('a video on the dashboard shows its failed tries and the workers that were lost', async () => {
    await upload(service);
    await failUnit(await claimKind(service, 'light', 'plan'), { cause: 'infrastructure', code: 'storage' });
    const { processing } = await getStatus();
    expect(processing).toMatchObject([
      { attempt: 1, failureCount: 1, lostWorkerCount: 0, lastProblem: 'Storage is away.' },
    ]);
    await sql`update transcode_units set due_at = now()`.execute(service.db);
    await claimKind(service, 'light', 'plan');
    await service.db.transaction().execute((trx) => units.expire(trx, -1));
    expect((await getStatus()).processing).toMatchObject([{ failureCount: 1, lostWorkerCount: 1 }]);
  });

  it('a video on the dashboard has an estimate once a chunk is done and a worker is running', async () => {
    await plannedVideo(service);
    const first = await claimKind(service, 'heavy', 'video-chunk');
    await publish(service, first, { renditions: RUNGS, indexes: rangeOf(first) });
    const estimates = async () => {
      const { processing, queue } = await getStatus();
      return [processing[0]?.secondsLeft, queue.secondsLeft];
    };
    await report();
    expect(await estimates()).toEqual([null, null]);
    const claimedAt = performance.now() - 2000;
    const claim = sql`update transcode_units set claimed_at = now() - interval '2 s' where state = 'running'`;
    await claim.execute(service.db);
    await complete(service, first, { kind: 'video-chunk', segmentCount: 1 });
    const [own, whole] = await estimates();
    expect(own).toBeGreaterThanOrEqual(8); // 16 s are left, at 4 s in 2 s and a bit
    expect(own).toBeLessThanOrEqual(4 * Math.ceil((performance.now() - claimedAt) / 1000));
    expect(whole).toBe(own);
    await silence(REPORT.workerId, 30);
    expect(await estimates()).toEqual([null, null]);
  });

  it('a failed video does not count the workers that are told to stop as lost', async () => {
    await plannedVideo(service);
    await claimKind(service, 'heavy', 'video-chunk');
    await failUnit(await claimKind(service, 'light', 'audio'), { cause: 'input' });
    expect(await service.db.transaction().execute((trx) => units.expire(trx, -1))).toEqual([]);
    expect((await getStatus()).recentlyFailed).toMatchObject([{ lostWorkerCount: 0 }]);
  });

  it('failed videos are counted by cause, also those beyond the list', async () => {
    for (const code of ['cut-off', 'storage', 'cut-off'] as const) {
      await upload(service);
      await failUnit(await claimKind(service, 'light', 'plan'), { cause: 'input', code });
    }
    await upload(service);
    await failUnit(await claimKind(service, 'light', 'plan'), { cause: 'input' });
    const { recentlyFailed, failureCounts } = await getStatus();
    expect(recentlyFailed.map(({ failureCode }) => failureCode)).toEqual([
      'other',
      'cut-off',
      'storage',
      'cut-off',
    ]);
    expect(failureCounts).toEqual([
      { failureCode: 'cut-off', count: 2 },
      { failureCode: 'other', count: 1 },
      { failureCode: 'storage', count: 1 },
    ]);
  });
});

describe('the queue of the dashboard', () => {
  it('the queue of the dashboard counts what waits and runs, and for how long', async () => {
    expect((await getStatus()).queue).toMatchObject({ waiting: 0, running: 0, oldestSeconds: 0 });
    await plannedVideo(service);
    await claim(service, 'heavy');
    await sql`
      update transcode_units set due_at = now() - interval '90 s' where kind = 'audio'`.execute(service.db);
    const { queue } = await getStatus();
    expect(queue).toMatchObject({ waiting: 4, running: 1 });
    expect(queue.oldestSeconds).toBeGreaterThanOrEqual(90);
  });

  it('samples of one minute keep its largest values, and old ones are deleted', async () => {
    await upload(service);
    await sampleQueue(service.db);
    await service.db.deleteFrom('videos').execute();
    await Promise.all([sampleQueue(service.db), sampleQueue(service.db)]);
    const { samples } = (await getStatus()).queue;
    expect(Math.max(...samples.map(({ waiting }) => waiting))).toBe(1);
    expect(samples.length).toBeLessThanOrEqual(2); // the minute may have changed
    await sql`update queue_samples set minute = minute - interval '61 minutes'`.execute(service.db);
    expect((await getStatus()).queue.samples).toEqual([]);
    await sql`update queue_samples set minute = minute - interval '60 minutes'`.execute(service.db);
    await sampleQueue(service.db);
    expect((await getStatus()).queue.samples).toHaveLength(1);
    expect(await service.db.selectFrom('queue_samples').select('minute').execute()).toHaveLength(1);
  });
});

describe('the metrics of transcoding', () => {
  it('the metrics of transcoding time what becomes playable and completed, and the speed of each rung', async () => {
    const names = [
      'transcode_time_to_playable_seconds_count',
      'transcode_time_to_completed_seconds_count',
      'transcode_encode_speed_ratio_count{rung="480p"}',
      'transcode_encode_speed_ratio_count{rung="360p"}',
    ];
    const before = await readMetrics(names);
    await upload(service);
    await transcode(service);
    const added = (await readMetrics(names)).map((value, index) => value - (before[index] ?? 0));
    expect(added).toEqual([1, 1, 3, 3]); // three chunks
  });

  it('the metrics of transcoding count retries and failures by cause', async () => {
    const names = [
      'transcode_unit_retries_total{code="storage"}',
      'transcode_videos_failed_total{code="cut-off"}',
      'transcode_videos_failed_total{code="cancelled"}',
    ];
    const before = await readMetrics(names);
    await upload(service);
    await failUnit(await claimKind(service, 'light', 'plan'), { cause: 'infrastructure', code: 'storage' });
    await sql`update transcode_units set due_at = now()`.execute(service.db);
    await failUnit(await claimKind(service, 'light', 'plan'), { cause: 'input', code: 'cut-off' });
    const id = await upload(service);
    await callAs(service)(catalog.cancelVideo, { params: { id } });
    expect(await readMetrics(names)).toEqual(before.map((value) => value + 1));
  });

  it('the metrics of transcoding show the queue, the workers and stuck units', async () => {
    await report();
    const id = await plannedVideo(service);
    const chunk = await claim(service, 'heavy', REPORT.workerId);
    expect(await readMetric('transcode_waiting_units{lane="light"}')).toBe(2);
    expect(await readMetric('transcode_running_units{lane="heavy"}')).toBe(1);
    expect(await readMetric('transcode_open_units{lane="heavy"}')).toBe(3);
    expect(await readMetric('transcode_workers{state="busy"}')).toBe(1);
    expect(await readMetric('transcode_workers{state="vanished"}')).toBe(0);
    await sql`update transcode_units set due_at = now() - interval '50 s' where kind = 'audio'`.execute(
      service.db,
    );
    expect(await readMetric('transcode_oldest_waiting_seconds{lane="light"}')).toBeGreaterThanOrEqual(50);
    expect(await readMetric('transcode_stuck_units')).toBe(0);
    await sql`
      update transcode_units set heartbeat_at = now() - interval '61 s' where id = ${chunk?.id}`.execute(
      service.db,
    );
    expect(await readMetric('transcode_stuck_units')).toBe(1);
    await sql`update transcode_units set state = 'done' where video_id = ${id}`.execute(service.db);
    expect(await readMetric('transcode_stuck_units')).toBe(1); // nothing will complete the video
    await service.db.deleteFrom('videos').execute();
    expect(await readMetric('transcode_stuck_units')).toBe(0);
  });
});
