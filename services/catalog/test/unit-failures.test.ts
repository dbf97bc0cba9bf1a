import { catalog } from '@larksong/contracts';
import { jobIdOf } from '@larksong/service-kit/leases';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { units } from '../src/units/leases.ts';
import { createUnitReconciler } from '../src/units/reconcile.ts';
import { relayOutbox } from '../src/wake-ups/relay.ts';
import {
  claim,
  claimKind,
  publish,
  rangeOf,
  RUNGS,
  startCatalog,
  upload,
  type TestCatalog,
  plannedVideo,
  videoRow,
  unitRow,
} from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.db.deleteFrom('outbox').execute();
});

describe('a unit that is done again', () => {
  it('goes on at the first segment that not every rung has, and keeps what is listed', async () => {
    const id = await plannedVideo(service);
    await claimKind(service, 'heavy', 'video-chunk');
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    await publish(service, unit, { renditions: RUNGS, indexes: [1] });
    await publish(service, unit, { renditions: ['480p'], indexes: [2] });
    await service.internal(catalog.releaseUnit, { params: { id: unit.id }, body: { token: unit.token } });
    const first = await claimKind(service, 'heavy', 'video-chunk');
    expect(first).toMatchObject({
      id: unit.id,
      chunk: { firstSegment: 2, segmentCount: 1, startSeconds: 8, endSeconds: 12 },
    });
    const kept = await service.db
      .selectFrom('segments')
      .select(['rendition', 'index'])
      .where('video_id', '=', id)
      .orderBy('rendition')
      .execute();
    expect(kept).toEqual([
      { rendition: '360p', index: 1 },
      { rendition: '480p', index: 1 },
    ]);
    expect(await unitRow(service, unit.id)).toMatchObject({ failure_count: 0, death_count: 0 });
  });

  it('is taken as done when its last try had put everything into storage', async () => {
    await plannedVideo(service);
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    await publish(service, unit, { renditions: RUNGS, indexes: rangeOf(unit) });
    await service.db.transaction().execute((trx) => units.expire(trx, -1));
    const next = await claimKind(service, 'heavy', 'video-chunk');
    expect(next.index).toBe(1);
    expect(await unitRow(service, unit.id)).toMatchObject({ state: 'done' });
  });

  it('waits longer after each failure and fails its video after five', async () => {
    const id = await upload(service);
    for (let failure = 1; failure <= 5; failure += 1) {
      await sql`update transcode_units set due_at = now()`.execute(service.db);
      const unit = await claimKind(service, 'light', 'plan');
      const body = {
        token: unit.token,
        cause: 'infrastructure' as const,
        message: 'Storage is away.',
        log: 'ECONNREFUSED',
      };
      await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
      expect(await claim(service, 'light')).toBeNull();
    }
    expect(await videoRow(service, id)).toMatchObject({
      status: 'failed',
      processing_error:
        'This video could not be processed after 5 tries. Please try again later. (Storage is away.)',
    });
  });
});

describe('a worker that is lost', () => {
  const loseWorkers = () => service.db.transaction().execute((trx) => units.expire(trx, -1));
  const beginAlone = async (unit: catalog.UnitAssignment) => {
    const body = { token: unit.token, alone: true };
    await service.internal(catalog.heartbeatUnit, { params: { id: unit.id }, body });
  };
  const failure = { cause: 'infrastructure' as const, message: 'It stood still.', log: '' };

  it('fails a video only when it died twice with nothing else to do', async () => {
    const id = await upload(service);
    expect(await claimKind(service, 'light', 'plan')).toMatchObject({ alone: false });
    await loseWorkers();
    for (let death = 1; death <= 2; death += 1) {
      expect((await videoRow(service, id)).status).toBe('processing');
      const unit = await claimKind(service, 'light', 'plan');
      expect(unit.alone).toBe(true);
      await beginAlone(unit);
      await loseWorkers();
    }
    expect(await videoRow(service, id)).toMatchObject({ status: 'failed' });
    expect((await videoRow(service, id)).processing_error).toMatch(/twice/);
    expect(await claim(service, 'light')).toBeNull();
  });

  it('costs a unit nothing that was in company, however often', async () => {
    const id = await plannedVideo(service);
    for (let death = 1; death <= 5; death += 1) {
      const [heavy, light] = [await claim(service, 'heavy'), await claim(service, 'light')];
      expect([heavy?.kind, light?.kind]).toEqual(['video-chunk', 'audio']);
      await loseWorkers();
      for (const unit of [heavy, light])
        expect(await unitRow(service, unit?.id ?? '')).toMatchObject({ death_count: 0, is_suspect: true });
    }
    expect((await videoRow(service, id)).status).toBe('processing');
  });

  it('and comes back had not died: its silence is a failure, one of five', async () => {
    const id = await upload(service);
    await claimKind(service, 'light', 'plan');
    await loseWorkers();
    for (let stall = 1; stall <= 5; stall += 1) {
      expect(await videoRow(service, id)).toMatchObject({ status: 'processing' });
      const unit = await claimKind(service, 'light', 'plan');
      await beginAlone(unit);
      await loseWorkers();
      expect(await unitRow(service, unit.id)).toMatchObject({ death_count: 1, failure_count: stall - 1 });
      const report = { params: { id: unit.id }, body: { ...failure, token: unit.token } };
      for (const _ of ['once', 'again'])
        expect((await service.internal(catalog.failUnit, report)).data.stop).toBe(true);
      expect(await unitRow(service, unit.id)).toMatchObject({ death_count: 0, failure_count: stall });
    }
    expect(await videoRow(service, id)).toMatchObject({
      status: 'failed',
      processing_error: expect.stringContaining('stood still'),
    });
  });
});

describe('an input that cannot be used', () => {
  it('fails at once with its sentence and leaves the lists', async () => {
    const id = await upload(service);
    const unit = await claimKind(service, 'light', 'plan');
    const body = {
      token: unit.token,
      cause: 'input' as const,
      message: 'This file is not a video.',
      log: 'Invalid data',
    };
    await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
    expect(await videoRow(service, id)).toMatchObject({
      status: 'failed',
      processing_error: 'This file is not a video.',
    });
  });
});

describe('wake-ups', () => {
  it('go from the outbox into Redis, and come again when Redis was emptied', async () => {
    const id = await upload(service);
    const [unit] = await service.db
      .selectFrom('transcode_units')
      .selectAll()
      .where('video_id', '=', id)
      .execute();
    const jobId = jobIdOf({ id: unit?.id ?? '', started_count: 0, failure_count: 0 });
    await relayOutbox(service.db, service.queues);
    expect(await service.queues.light.liveJobIds()).toEqual(new Set([jobId]));
    expect(await service.db.selectFrom('outbox').selectAll().execute()).toEqual([]);

    const reconcile = createUnitReconciler({
      db: service.db,
      queues: service.queues,
      logger: createTestLogger(),
      heartbeatTimeoutSeconds: 12,
    });
    await sql`update transcode_units set due_at = now() - interval '1 minute'`.execute(service.db);
    await reconcile();
    expect(await service.db.selectFrom('outbox').selectAll().execute()).toEqual([]); // its job is alive

    await service.queues.light.obliterate();
    await reconcile();
    await relayOutbox(service.db, service.queues);
    expect(await service.queues.light.liveJobIds()).toEqual(new Set([jobId]));
  });

  it('expire a silent worker only when it could have been heard', async () => {
    await upload(service);
    await claimKind(service, 'light', 'plan');
    await sql`update transcode_units set heartbeat_at = now() - interval '20 seconds'`.execute(service.db);
    let now = 0;
    const reconcile = createUnitReconciler({
      db: service.db,
      queues: service.queues,
      logger: createTestLogger(),
      heartbeatTimeoutSeconds: 12,
      now: () => now,
    });
    const state = async () =>
      (await service.db.selectFrom('transcode_units').select('state').execute())[0]?.state;
    await reconcile();
    expect(await state()).toBe('running'); // this process has only just begun to listen
    now = 60_000;
    await reconcile();
    expect(await state()).toBe('running'); // and was away for a minute
    for (const step of [66_000, 72_000, 73_000]) {
      now = step;
      await reconcile();
    }
    expect(await state()).toBe('due');
  });
});
