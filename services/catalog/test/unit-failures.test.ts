import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { LOG_LENGTH } from '../src/transcoding/dashboard/store.ts';
import { units } from '../src/transcoding/units/leases.ts';
import { relayOutbox } from '../src/transcoding/wake-ups/relay.ts';
import { callAs } from './parts.ts';
import {
  claimKind,
  publish,
  rangeOf,
  RUNGS,
  startCatalog,
  upload,
  type TestCatalog,
  plannedVideo,
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
  it('a retried unit resumes at the first segment that some rung lacks, and keeps the listed ones', async () => {
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

  it('a retried unit is done if its last try had stored everything', async () => {
    await plannedVideo(service);
    const unit = await claimKind(service, 'heavy', 'video-chunk');
    await publish(service, unit, { renditions: RUNGS, indexes: rangeOf(unit) });
    await service.db.transaction().execute((trx) => units.expire(trx, -1));
    const next = await claimKind(service, 'heavy', 'video-chunk');
    expect(next.index).toBe(1);
    expect(await unitRow(service, unit.id)).toMatchObject({ state: 'done' });
  });
});

it('a failed video is on the dashboard with the end of its log', async () => {
  await upload(service);
  const { id, token } = await claimKind(service, 'light', 'plan');
  const log = `begin${'.'.repeat(LOG_LENGTH)}end`;
  const body = { token, cause: 'input', message: 'The file is cut off.', log } as const;
  await service.internal(catalog.failUnit, { params: { id }, body });
  const { data } = await callAs(service)(catalog.getTranscodingStatus, {});
  expect(data.recentlyFailed.map(({ processingLog }) => processingLog)).toEqual([log.slice(-LOG_LENGTH)]);
});

describe('the outbox of wake-ups', () => {
  it('the outbox of wake-ups is empty once they are in Redis, and after the video was deleted', async () => {
    const outbox = () => service.db.selectFrom('outbox').selectAll().execute();
    await upload(service);
    const gone = await upload(service);
    expect(await outbox()).toHaveLength(2);
    await service.db.deleteFrom('videos').where('id', '=', gone).execute();
    await relayOutbox(service.db, service.queues);
    expect(await outbox()).toEqual([]);
    expect((await service.queues.light.liveJobIds()).size).toBe(1);
  });
});
