import { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { removeOldSources } from '../src/transcoding/deletion/store.ts';
import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { callAs } from './parts.ts';
import { startCatalog, transcode, upload, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

const sweep = () => sweepDeleted({ ...service, logger: createTestLogger() });

async function completed(daysAgo: number): Promise<string> {
  const id = await upload(service);
  await transcode(service);
  await sql`update videos set completed_at = now() - make_interval(days => ${daysAgo}) where id = ${id}`.execute(
    service.db,
  );
  return id;
}

describe('sources that are kept for some days', () => {
  it('the source of a video is removed some days after its completion, and the video still plays', async () => {
    const old = await completed(31);
    const recent = await completed(29);
    const waiting = await upload(service);
    await removeOldSources(service.db, 30);
    await sweep();
    const keys = await service.keys();
    expect(keys).not.toContain(catalog.sourceKey(old));
    for (const id of [recent, waiting]) expect(keys).toContain(catalog.sourceKey(id));
    expect((await videoRow(service, old)).source_removed_at).not.toBeNull();
    expect((await videoRow(service, recent)).source_removed_at).toBeNull();
    const playlist = await fetch(`${service.url}/hls/${old}/480p/playlist.m3u8`, {
      headers: service.superadmin.headers,
    });
    expect((await playlist.text()).match(/\.m4s/g)).toHaveLength(5);
  });

  it('a failed video whose source was removed is not tried again, and the answer says to upload it again', async () => {
    const id = await completed(31);
    await removeOldSources(service.db, 30);
    await sql`update videos set status = 'failed' where id = ${id}`.execute(service.db);
    await expect(callAs(service)(catalog.retryVideo, { params: { id } })).rejects.toMatchObject({
      status: 409,
      message:
        'The uploaded file of this video is no longer kept, so it cannot be processed again. Please upload it again.',
    });
  });
});
