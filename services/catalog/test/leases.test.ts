import { catalog } from '@larksong/contracts';
import { createTestLogger, emptyTestRedis } from '@larksong/service-kit/testing';
import { describeLeases, type LeaseBench } from '@larksong/service-kit/testing/leases';
import { Registry } from 'prom-client';
import { afterAll, beforeAll } from 'vitest';

import { createMetrics } from '../src/metrics.ts';
import { units } from '../src/transcoding/units/leases.ts';
import { createUnitReconciler } from '../src/transcoding/units/reconcile.ts';
import { relayOutbox } from '../src/transcoding/wake-ups/relay.ts';
import { claim, complete, plan, startCatalog, upload, type TestCatalog } from './support.ts';

let service: TestCatalog;
let bench: LeaseBench<catalog.UnitAssignment>;
beforeAll(async () => {
  service = await startCatalog();
  bench = createBench(service);
});
afterAll(() => service.stop());

describeLeases('unit', () => bench);

/** Plan units: each upload has exactly one until it is done. */
function createBench({ db, queues, storage, internal }: TestCatalog): LeaseBench<catalog.UnitAssignment> {
  const emptyRedis = async () => {
    await emptyTestRedis(3);
  };
  const report = ({ id, token }: { id: string; token: string }) => ({ params: { id }, body: { token } });
  return {
    db,
    table: 'transcode_units',
    sentences: {
      tooManyTries: 'This video could not be processed after 5 tries. Please try again later. (It failed.)',
      tooManyDeaths:
        'This file crashed the converter twice, so conversion was stopped. Please export it again in another format.',
    },
    async clear() {
      for (const table of ['videos', 'outbox'] as const) await db.deleteFrom(table).execute();
      await emptyRedis();
    },
    async add() {
      const videoId = await upload(service);
      const ofVideo = db.selectFrom('transcode_units').select('id').where('video_id', '=', videoId);
      return (await ofVideo.executeTakeFirstOrThrow()).id;
    },
    claim: (workerId) => claim(service, 'light', workerId),
    async heartbeat(work, more) {
      const { params, body } = report(work);
      return (await internal(catalog.heartbeatUnit, { params, body: { ...body, ...more } })).data.stop;
    },
    complete: async (work) => (await complete(service, work, { kind: 'plan', plan })).stop,
    async fail(work, failure) {
      const { params, body } = report(work);
      return (await internal(catalog.failUnit, { params, body: { ...body, ...failure } })).data.stop;
    },
    release: async (work) => (await internal(catalog.releaseUnit, report(work))).data.stop,
    async findGivenUp(id) {
      const video = await db
        .selectFrom('videos')
        .innerJoin('transcode_units', 'transcode_units.video_id', 'videos.id')
        .select(['status', 'processing_error'])
        .where('transcode_units.id', '=', id)
        .executeTakeFirstOrThrow();
      return video.status === 'failed' ? (video.processing_error ?? '') : undefined;
    },
    expire: () => db.transaction().execute((trx) => units.expire(trx, -1)),
    createReconciler: (now) =>
      createUnitReconciler({
        db,
        queues,
        logger: createTestLogger(),
        metrics: createMetrics(new Registry(), { db, queues, storage }).transcoding,
        heartbeatTimeoutSeconds: 12,
        now,
      }),
    wake: () => relayOutbox(db, queues),
    liveJobIds: async () => (await queues.heavy.liveJobIds()).union(await queues.light.liveJobIds()),
    emptyRedis,
  };
}
