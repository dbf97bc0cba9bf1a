import { catalog, type FailureReason } from '@larksong/contracts';
import { sayFailure, why } from '@larksong/service-kit/sentences';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { callAs } from './parts.ts';
import { claimKind, startCatalog, upload, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

const CUT_OFF = why('cut-off', { statedLength: 192, endLength: 67 });
const STORAGE = why('storage-unreadable');

/** Reports the failure of the unit that is due. */
async function fail(reason: FailureReason, cause: 'input' | 'infrastructure' = 'input'): Promise<void> {
  await sql`update transcode_units set due_at = now()`.execute(service.db);
  const unit = await claimKind(service, 'light', 'plan');
  const body = { token: unit.token, cause, message: sayFailure(reason), reason, log: '' };
  await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
}

const statusOf = async () => (await callAs(service)(catalog.getTranscodingStatus, {})).data;
const noticesOf = async () => (await callAs(service)(catalog.listNotices, {})).data.notices;
const videoOf = async (id: string) =>
  (await callAs(service)(catalog.getVideo, { params: { id } })).data.video;

describe('the reason of a failure', () => {
  it('the reason of a failure is told wherever the sentence is, with its numbers as numbers', async () => {
    const id = await upload(service);
    await fail(CUT_OFF);
    const sentence = sayFailure(CUT_OFF);
    expect((await statusOf()).recentlyFailed).toMatchObject([
      { id, processingError: sentence, reason: CUT_OFF },
    ]);
    expect(await noticesOf()).toMatchObject([{ videoId: id, message: sentence, reason: CUT_OFF }]);
    expect(await videoOf(id)).toMatchObject({ processingError: sentence, processingReason: CUT_OFF });
  });

  it('the reason of a failure is forgotten by a retry', async () => {
    const id = await upload(service);
    await fail(CUT_OFF);
    await callAs(service)(catalog.retryVideo, { params: { id } });
    expect(await videoRow(service, id)).toMatchObject({ failure_reason: null });
    expect(await videoOf(id)).toMatchObject({ processingError: null, processingReason: null });
  });

  it('the reason of a failure names the last problem of a video that failed too often', async () => {
    await upload(service);
    for (let tries = 1; tries < 5; tries += 1) {
      await fail(STORAGE, 'infrastructure');
      expect((await statusOf()).processing).toMatchObject([
        { lastProblem: sayFailure(STORAGE), lastReason: STORAGE },
      ]);
    }
    await fail(STORAGE, 'infrastructure');
    const problem = sayFailure(STORAGE);
    expect((await statusOf()).recentlyFailed).toMatchObject([
      {
        processingError: `This video could not be processed after 5 tries. Please try again later. (${problem})`,
        reason: { id: 'too-many-tries', values: { tryCount: 5, problem }, cause: STORAGE },
      },
    ]);
  });

  it('the reason of a failure is told for a video that was cancelled', async () => {
    const cancelled = await upload(service);
    await callAs(service)(catalog.cancelVideo, { params: { id: cancelled } });
    expect((await statusOf()).recentlyFailed).toMatchObject([{ reason: why('cancelled') }]);
  });

  it('the reason of a failure may be one that this version does not know, but not a sentence', async () => {
    await upload(service);
    const unit = await claimKind(service, 'light', 'plan');
    const report = (id: string) =>
      service.internal(catalog.failUnit, {
        params: { id: unit.id },
        body: {
          ...{ token: unit.token, cause: 'input', message: 'It is odd.', log: '' },
          reason: { id: id as FailureReason['id'], values: { oddCount: 2 } },
        },
      });
    await expect(report('It is odd.')).rejects.toMatchObject({ status: 400 });
    await report('odd-one');
    expect((await statusOf()).recentlyFailed).toMatchObject([
      { processingError: 'It is odd.', reason: { id: 'odd-one', values: { oddCount: 2 } } },
    ]);
  });

  it('the reason of a failure is missing for a report of an older worker, and for a video that failed before', async () => {
    const id = await upload(service);
    const unit = await claimKind(service, 'light', 'plan');
    const body = { token: unit.token, cause: 'input' as const, message: 'It failed.', log: '' };
    await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
    expect((await statusOf()).recentlyFailed).toMatchObject([
      { id, processingError: 'It failed.', reason: null },
    ]);
    expect(await noticesOf()).toMatchObject([{ videoId: id, message: 'It failed.', reason: null }]);
  });
});
