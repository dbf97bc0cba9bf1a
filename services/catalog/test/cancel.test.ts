import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { callAs } from './parts.ts';
import {
  claim,
  claimKind,
  complete,
  plannedVideo,
  publish,
  RUNGS,
  startCatalog,
  transcode,
  transcodeUntilFinish,
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

const cancel = (id: string) => callAs(service)(catalog.cancelVideo, { params: { id } });
const sweep = () => sweepDeleted({ db: service.db, storage: service.storage, logger: createTestLogger() });
const getStatus = async () => (await callAs(service)(catalog.getTranscodingStatus, {})).data;
const stop = { stop: true };

async function heartbeat({ id, token }: catalog.UnitAssignment): Promise<{ stop: boolean }> {
  return (await service.internal(catalog.heartbeatUnit, { params: { id }, body: { token } })).data;
}

/** A video that is playable while workers have a chunk and the sound. */
async function playableVideo() {
  const id = await plannedVideo(service);
  const chunk = await claimKind(service, 'heavy', 'video-chunk');
  const audio = await claimKind(service, 'light', 'audio');
  await publish(service, audio, { renditions: ['audio'], indexes: [0] });
  await publish(service, chunk, { renditions: RUNGS, indexes: [0] });
  expect((await videoRow(service, id)).playable_at).not.toBeNull();
  return { id, chunk, audio };
}

describe('a cancelled video', () => {
  it('a cancelled video has failed as "Cancelled", and no worker continues or takes up work on it', async () => {
    const { id, chunk, audio } = await playableVideo();
    expect((await cancel(id)).message).toBe('Processing cancelled.');
    expect(await getStatus()).toMatchObject({
      processingCount: 0,
      recentlyFailed: [
        {
          id,
          processingError: 'Cancelled',
          processingLog: '',
          failureCode: 'cancelled',
          attempt: 1,
          stoppedBy: { id: service.superadmin.id, name: service.superadmin.username },
        },
      ],
      failureCounts: [{ failureCode: 'cancelled', count: 1 }],
    });
    expect(await heartbeat(chunk)).toEqual(stop);
    expect(await heartbeat(audio)).toEqual(stop);
    expect(await publish(service, chunk, { renditions: RUNGS, indexes: [0] })).toEqual(stop);
    expect(await complete(service, chunk, { kind: 'video-chunk', segmentCount: 1 })).toEqual(stop);
    expect(await claim(service, 'heavy')).toBeNull();
    expect(await claim(service, 'light')).toBeNull();
    expect(await videoRow(service, id)).toMatchObject({ status: 'failed', listed_segments: 0 });
  });

  it('a cancelled video leaves only its upload in storage, also what a worker still wrote', async () => {
    const { id, chunk } = await playableVideo();
    await cancel(id);
    await publish(service, chunk, { renditions: RUNGS, indexes: [0] });
    await sweep();
    expect(await service.keys()).toEqual([(await videoRow(service, id)).source_key]);
  });

  it('a cancelled video is not found by viewers and leaves the lists', async () => {
    const { id } = await playableVideo();
    const visitor = await service.issuer.signIn('user');
    const asVisitor = callAs(service, visitor);
    const playlist = () => fetch(`${service.url}/hls/${id}/master.m3u8`);
    expect((await playlist()).status).toBe(200);
    await cancel(id);
    expect((await playlist()).status).toBe(404);
    expect((await asVisitor(catalog.listVideos, { query: {} })).data.videos).toEqual([]);
    await expect(asVisitor(catalog.getVideo, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  it('a cancelled video can be retried and completed', async () => {
    const { id } = await playableVideo();
    await cancel(id);
    await callAs(service)(catalog.retryVideo, { params: { id } });
    expect(await videoRow(service, id)).toMatchObject({
      status: 'processing',
      attempt: 2,
      failure_code: null,
      processing_error: null,
    });
    await transcode(service);
    await sweep();
    expect(await videoRow(service, id)).toMatchObject({ status: 'completed', attempt: 2 });
    expect((await service.keys()).some((key) => key.startsWith(catalog.attemptPrefix(id, 2)))).toBe(true);
  });

  it('a cancelled video can be cancelled again without effect, also after a retry', async () => {
    const id = await upload(service);
    const results = await Promise.allSettled([cancel(id), cancel(id), cancel(id)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const before = await videoRow(service, id);
    await cancel(id);
    expect(await videoRow(service, id)).toEqual(before);
    await callAs(service)(catalog.retryVideo, { params: { id } });
    await cancel(id);
    expect(await videoRow(service, id)).toMatchObject({ status: 'failed', attempt: 2 });
  });

  it('a cancelled video notifies its uploader only if another person cancelled it', async () => {
    const listNotices = async () => (await callAs(service)(catalog.listNotices, {})).data.notices;
    await cancel(await upload(service));
    expect(await listNotices()).toEqual([]);
    const id = await upload(service);
    const other = await service.issuer.signIn('superadmin', 'robin');
    await callAs(service, other)(catalog.cancelVideo, { params: { id } });
    expect(await listNotices()).toMatchObject([
      { videoId: id, kind: 'failed', message: 'Cancelled', isStopped: true, stoppedBy: 'robin' },
    ]);
    const byId = new Map((await getStatus()).recentlyFailed.map((video) => [video.id, video.stoppedBy]));
    expect(byId.get(id)).toMatchObject({ name: 'robin' });
  });
});

describe('a video that is cancelled while it is being completed', () => {
  it.runIf(isLongRun)(
    'a video that is cancelled while it is being completed ends as one of the two, and never as both',
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const id = await upload(service);
        const finish = await transcodeUntilFinish(service);
        const [cancelled, completed] = await Promise.allSettled([
          cancel(id),
          complete(service, finish, { kind: 'finish', durationSeconds: 20 }),
        ]);
        const row = await videoRow(service, id);
        expect(cancelled.status).toBe(row.status === 'completed' ? 'rejected' : 'fulfilled');
        expect(completed).toMatchObject({ value: { stop: row.status !== 'completed' } });
        await sweep();
        const kept = (await service.keys()).filter((key) => key.startsWith(catalog.attemptPrefix(id, 1)));
        expect(kept.length > 0).toBe(row.status === 'completed');
        await service.db.deleteFrom('videos').execute();
      }
    },
  );
});

describe('a refused cancellation', () => {
  it.each(['completed', 'failed'])('a video that has %s cannot be cancelled', async (state) => {
    const id = await upload(service);
    if (state === 'completed') await transcode(service);
    else {
      const { id: unitId, token } = await claimKind(service, 'light', 'plan');
      const body = { token, cause: 'input' as const, message: 'This file is not a video.', log: '' };
      await service.internal(catalog.failUnit, { params: { id: unitId }, body });
    }
    const before = await videoRow(service, id);
    await expect(cancel(id)).rejects.toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'Only a video in processing can be cancelled.',
    });
    expect(await videoRow(service, id)).toEqual(before);
  });

  it('a missing video cannot be cancelled, and only superadmins can cancel', async () => {
    await expect(cancel(randomUUID())).rejects.toMatchObject({ status: 404, code: 'VIDEO_NOT_FOUND' });
    const id = await upload(service);
    const user = await service.issuer.signIn('user');
    await expect(callAs(service, user)(catalog.cancelVideo, { params: { id } })).rejects.toMatchObject({
      status: 403,
    });
    expect(await videoRow(service, id)).toMatchObject({ status: 'processing' });
  });
});
