import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { relayOutbox } from '../src/transcoding/wake-ups/relay.ts';
import { callAs } from './parts.ts';
import {
  claimKind,
  complete,
  plannedVideo,
  publish,
  RUNGS,
  startCatalog,
  transcode,
  upload,
  videoRow,
  type TestCatalog,
} from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  for (const table of ['outbox', 'abandoned_attempts', 'tombstones'] as const)
    await service.db.deleteFrom(table).execute();
  await service.storage.deletePrefix('videos/');
});

const retry = (id: string) => callAs(service)(catalog.retryVideo, { params: { id } });
const sweep = () => sweepDeleted({ db: service.db, storage: service.storage, logger: createTestLogger() });

async function fail(unit: catalog.UnitAssignment, message = 'This file is damaged.') {
  const body = { token: unit.token, cause: 'input' as const, message, log: 'moov atom not found' };
  return (await service.internal(catalog.failUnit, { params: { id: unit.id }, body })).data;
}

/**
 * Creates a failed video that was playable, and returns the unit of a worker that does not know about the failure yet.
 */
async function failedVideo(): Promise<{ id: string; late: catalog.UnitAssignment }> {
  const id = await plannedVideo(service);
  const late = await claimKind(service, 'heavy', 'video-chunk');
  const audio = await claimKind(service, 'light', 'audio');
  await publish(service, audio, { renditions: ['audio'], indexes: [0] });
  await publish(service, late, { renditions: RUNGS, indexes: [0] });
  expect((await videoRow(service, id)).playable_at).not.toBeNull();
  await fail(await claimKind(service, 'heavy', 'video-chunk'));
  return { id, late };
}

describe('a failed video that is tried again', () => {
  it('a retried video starts again with a new attempt and without the old results, and can be completed', async () => {
    const { id } = await failedVideo();
    expect(await videoRow(service, id)).toMatchObject({ status: 'failed', attempt: 1 });
    const before = Date.now();
    expect((await retry(id)).message).toBe('Processing restarted.');
    const row = await videoRow(service, id);
    expect(row).toMatchObject({
      status: 'processing',
      attempt: 2,
      plan: null,
      extras: null,
      listed_segments: 0,
      playable_at: null,
      duration_seconds: null,
      processing_error: null,
      processing_log: null,
      failed_at: null,
    });
    expect(row.started_at.getTime()).toBeGreaterThanOrEqual(before - 1000);
    const units = await service.db
      .selectFrom('transcode_units')
      .select(['kind', 'attempt', 'state'])
      .execute();
    expect(units).toEqual([{ kind: 'plan', attempt: 2, state: 'due' }]);
    expect(await service.db.selectFrom('segments').selectAll().execute()).toEqual([]);
    const { data } = await callAs(service)(catalog.getTranscodingStatus, {});
    expect(data).toMatchObject({
      processingCount: 1,
      processing: [{ id, stage: 'Queued' }],
      recentlyFailed: [],
    });

    await transcode(service);
    expect(await videoRow(service, id)).toMatchObject({ status: 'completed', attempt: 2 });
    const media = await (await fetch(`${service.url}/hls/${id}/480p/playlist.m3u8`)).text();
    expect(media).toContain('\n2/');
    expect(media).not.toContain('\n1/');
  });

  it('a retried video is woken up through Redis like a new one', async () => {
    const { id } = await failedVideo();
    await relayOutbox(service.db, service.queues);
    const before = await service.queues.light.liveJobIds();
    await retry(id);
    await relayOutbox(service.db, service.queues);
    const added = [...(await service.queues.light.liveJobIds())].filter((job) => !before.has(job));
    const [unit] = await service.db.selectFrom('transcode_units').select('id').execute();
    expect(added).toEqual([expect.stringContaining(unit?.id ?? 'none')]);
  });

  it('a retried video is not changed by a worker of the old attempt, whose late objects are swept', async () => {
    const { id, late } = await failedVideo();
    await retry(id);
    const changed = async () => ({ ...(await videoRow(service, id)), updated_at: null });
    const before = await changed();
    const stopped = { stop: true };
    expect(await publish(service, late, { renditions: RUNGS, indexes: [0] })).toEqual(stopped);
    expect(await complete(service, late, { kind: 'video-chunk', segmentCount: 1 })).toEqual(stopped);
    expect(await fail(late)).toEqual(stopped);
    const { data } = await service.internal(catalog.heartbeatUnit, {
      params: { id: late.id },
      body: { token: late.token },
    });
    expect(data.stop).toBe(true);
    expect(await changed()).toEqual(before);
    expect(await service.db.selectFrom('segments').selectAll().execute()).toEqual([]);

    const left = async () =>
      (await service.keys()).filter((key) => key.startsWith(catalog.attemptPrefix(id, 1)));
    expect(await left()).not.toEqual([]);
    await sweep();
    expect(await left()).toEqual([]);
    await publish(service, late, { renditions: RUNGS, indexes: [0] });
    await sweep();
    expect(await left()).not.toEqual([]); // its time has not come yet
    await sql`update abandoned_attempts set next_sweep_at = now()`.execute(service.db);
    await sweep();
    expect(await left()).toEqual([]);
    expect(await service.keys()).toEqual([(await videoRow(service, id)).source_key]);
  });

  it('a retried video keeps the results of the new attempt while the old one is swept', async () => {
    const { id } = await failedVideo();
    await retry(id);
    await transcode(service);
    const keys = async () =>
      (await service.keys()).filter((key) => key.startsWith(catalog.attemptPrefix(id, 2)));
    const made = await keys();
    expect(made.length).toBeGreaterThan(0);
    await sweep();
    expect(await keys()).toEqual(made);
  });

  it('a retried video can fail and be retried again', async () => {
    const id = await upload(service);
    for (const attempt of [1, 2, 3]) {
      const unit = await claimKind(service, 'light', 'plan');
      expect(unit).toMatchObject({ videoId: id, attempt });
      await fail(unit, `Failure ${attempt}.`);
      expect(await videoRow(service, id)).toMatchObject({
        status: 'failed',
        attempt,
        processing_error: `Failure ${attempt}.`,
      });
      await retry(id);
    }
  });

  it('two simultaneous retries start only one attempt', async () => {
    const { id } = await failedVideo();
    const results = await Promise.allSettled([retry(id), retry(id), retry(id)]);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await videoRow(service, id)).toMatchObject({ attempt: 2 });
    expect(await service.db.selectFrom('transcode_units').select('id').execute()).toHaveLength(1);
  });
});

describe('a refused retry', () => {
  it.each(['processing', 'completed'])('a video that is %s cannot be retried', async (state) => {
    const id = await upload(service);
    if (state === 'completed') await transcode(service);
    const before = await videoRow(service, id);
    await expect(retry(id)).rejects.toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'Only a failed video can be tried again.',
    });
    expect(await videoRow(service, id)).toEqual(before);
  });

  it('a missing video cannot be retried, and only superadmins can retry', async () => {
    await expect(retry(randomUUID())).rejects.toMatchObject({ status: 404, code: 'VIDEO_NOT_FOUND' });
    const { id } = await failedVideo();
    const user = await service.issuer.signIn('user');
    await expect(callAs(service, user)(catalog.retryVideo, { params: { id } })).rejects.toMatchObject({
      status: 403,
    });
    expect(await videoRow(service, id)).toMatchObject({ status: 'failed' });
  });
});
