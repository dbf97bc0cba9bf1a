import { catalog, type Readable } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { toMailedNotice } from '../src/transcoding/notices/notice.ts';
import { callAs } from './parts.ts';
import { claimKind, startCatalog, transcode, upload, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

const accept = (id: string) => callAs(service)(catalog.acceptReadable, { params: { id } });

/** Returns a video of whose file so much can be read. */
async function failedVideo(readable?: Readable): Promise<string> {
  const id = await upload(service);
  const unit = await claimKind(service, 'light', 'plan');
  const body = {
    ...{ token: unit.token, cause: 'input' as const, code: 'cut-off' as const, log: '' },
    ...{ message: 'The file is cut off.', ...(readable ? { readable } : {}) },
  };
  await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
  return id;
}

describe('a file that is cut off or damaged', () => {
  const readable = { seconds: 12, endSeconds: 12 };

  it('what can be read is offered, and published once a superadmin accepts it', async () => {
    const id = await failedVideo(readable);
    const status = await callAs(service)(catalog.getTranscodingStatus, {});
    expect(status.data.recentlyFailed).toMatchObject([{ id, failureCode: 'cut-off', readable }]);
    const notices = await callAs(service)(catalog.listNotices, {});
    expect(notices.data.notices).toMatchObject([{ videoId: id, kind: 'failed', readable }]);
    await accept(id);
    const unit = await claimKind(service, 'light', 'plan');
    expect(unit).toMatchObject({ videoId: id, attempt: 2, accepted: readable });
    expect((await callAs(service)(catalog.listNotices, {})).data.notices).toEqual([]);
    const { entries } = (await callAs(service)(catalog.auditLog.list, { query: { limit: 10 } })).data;
    expect(entries[0]).toMatchObject({ action: 'video.accept', subject: { id }, after: readable });
  });

  it('the mail about it says what can be published', () => {
    const row = { id: 'a', videoId: 'b', userId: 'c', kind: 'failed' as const, title: 'Ducks' };
    const mailed = toMailedNotice({
      ...row,
      message: 'It is cut off.',
      reason: null,
      explainedRemarks: [],
      isStopped: false,
      stoppedBy: null,
      readable,
      createdAt: new Date(),
    });
    expect(mailed.message).toBe('It is cut off. You can publish the 12 seconds that are there.');
  });

  it('accepting twice, also at once, changes nothing more, and a retry keeps what was accepted', async () => {
    const id = await failedVideo(readable);
    await Promise.all([accept(id), accept(id), accept(id)]);
    await accept(id);
    expect(await videoRow(service, id)).toMatchObject({ attempt: 2, status: 'processing' });
    const unit = await claimKind(service, 'light', 'plan');
    const body = { token: unit.token, cause: 'input' as const, message: 'x', log: '' };
    await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
    await callAs(service)(catalog.retryVideo, { params: { id } });
    expect(await claimKind(service, 'light', 'plan')).toMatchObject({ attempt: 3, accepted: readable });
  });

  it('nothing is published of a video without a readable part, or one that has not failed', async () => {
    const conflict = { code: 'CONFLICT', message: 'No part of this video can be published.' };
    await expect(accept(await failedVideo())).rejects.toMatchObject(conflict);
    await service.db.deleteFrom('videos').execute();
    const whole = await upload(service);
    await transcode(service);
    await expect(accept(whole)).rejects.toMatchObject(conflict);
    await expect(accept(crypto.randomUUID())).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  });
});
