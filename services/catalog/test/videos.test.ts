import type { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { claim, publish, RUNGS, startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.db.deleteFrom('tombstones').execute();
  await service.storage.deletePrefix('videos/');
});

async function request(path: string, init: RequestInit = {}) {
  const response = await fetch(service.url + path, init);
  return {
    status: response.status,
    body: (await response.json()) as { message?: string; code?: string; data?: never },
  };
}

async function page(query: string, headers = {}): Promise<catalog.VideoPage> {
  const { status, body } = await request(`/api/videos/?${query}`, { headers });
  expect(status).toBe(200);
  return body.data as unknown as catalog.VideoPage;
}

async function finished(title: string, fields: Record<string, string> = {}): Promise<string> {
  const id = await upload(service, { title, ...fields });
  await transcode(service);
  return id;
}

describe('the list', () => {
  it('the list shows playable videos with their fields, newest first, and no failed ones', async () => {
    const first = await finished('First');
    await finished('Second');
    await upload(service, { title: 'Not yet' });
    const { videos, nextCursor } = await page('limit=50');
    expect(videos.map((video) => video.title)).toEqual(['Second', 'First']);
    expect(nextCursor).toBeNull();
    expect(videos[1]).toMatchObject({
      id: first,
      status: 'completed',
      playable: true,
      duration: 20,
      viewCount: 0,
      resolutions: ['480p', '360p'],
      uploader: { username: 'olive', displayName: null },
      thumbnail: expect.stringMatching(/^\/hls\/.+\/thumbnail\.jpg$/),
    });
  });

  it('the list pages by keyset in both orders without losing or repeating videos', async () => {
    const template = await finished('0');
    await sql`
      insert into videos (id, title, description, visibility, uploader_id, status, requested_resolutions, source_key,
        source_size_bytes, playable_at, view_count, created_at)
      select gen_random_uuid(), n::text, '', 'public', v.uploader_id, 'completed', v.requested_resolutions, 'x', 1, now(),
        n % 3, v.created_at + (n % 4) * interval '1 millisecond'
      from videos v, generate_series(1, 60) n where v.id = ${template}`.execute(service.db);
    for (const sort of ['newest', 'most_viewed']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { videos, nextCursor } = await page(`limit=7&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        seen.push(...videos.map((video) => video.id));
        cursor = nextCursor;
      }
      expect(seen).toHaveLength(61);
      expect(new Set(seen).size).toBe(61);
    }
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'sort=best', 'cursor=abc', 'cursor=WyIxIiwiMiJd'])(
    'the list of videos refuses the query %s',
    async (query) => {
      const { status, body } = await request(`/api/videos?${query}`);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    },
  );
});

describe('tags', () => {
  it('tags are added once each, trimmed', async () => {
    const id = await finished('Tagged');
    const send = (tags: unknown) =>
      request(`/api/admin/videos/${id}/tags/`, {
        method: 'POST',
        headers: { ...service.superadmin.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ tags }),
      });
    const grade = { tagType: 'grade', tagValue: ' Grade 1 ' };
    expect((await send([grade, { tagType: 'category', tagValue: 'animals' }])).status).toBe(200);
    expect((await send([grade])).status).toBe(200);
    const { videos } = await page('');
    expect(videos[0]?.tags).toEqual([
      { tagType: 'category', tagValue: 'animals' },
      { tagType: 'grade', tagValue: 'Grade 1' },
    ]);
    expect((await send([{ tagType: 'mood', tagValue: 'x' }])).status).toBe(400);
    expect((await send([{ tagType: 'grade', tagValue: ' ' }])).status).toBe(400);
    expect((await send([])).status).toBe(400);
  });
});

describe('deleting', () => {
  const remove = (id: string, headers: Record<string, string> = service.superadmin.headers) =>
    request(`/api/admin/videos/${id}/`, { method: 'DELETE', headers });
  const deps = () => ({ db: service.db, storage: service.storage, logger: createTestLogger() });

  it.each(['processing', 'completed'] as const)(
    'a %s video leaves nothing, also of a late worker',
    async (state) => {
      const id = state === 'completed' ? await finished('x') : await upload(service);
      const unit = state === 'processing' ? await claim(service, 'light') : null;
      expect(await remove(id)).toMatchObject({
        status: 200,
        body: { success: true, message: 'Video deleted.' },
      });
      expect(service.deleted).toContain(id);
      expect((await request(`/api/videos/${id}`)).status).toBe(404);
      expect((await remove(id)).status).toBe(404);
      await sweepDeleted(deps());
      expect(await service.keys()).toEqual([]);
      if (!unit) return;
      await publish(service, unit, { renditions: RUNGS, indexes: [0] });
      expect(await service.keys()).not.toEqual([]);
      await sql`update tombstones set next_sweep_at = now()`.execute(service.db);
      await sweepDeleted(deps());
      expect(await service.keys()).toEqual([]);
    },
  );

  it('deleting is reserved for superadmins and requires a valid id', async () => {
    const id = await finished('x');
    expect((await remove(id, {})).status).toBe(401);
    expect((await remove(id, (await service.issuer.signIn('user')).headers)).status).toBe(403);
    expect((await remove('1')).status).toBe(400);
    expect((await page('')).videos).toHaveLength(1);
  });
});

describe('the dashboard', () => {
  it('the dashboard lists queued, processing, completed and failed videos', async () => {
    await finished('Done');
    const working = await upload(service, { title: 'Working' });
    await claim(service, 'light');
    await upload(service, { title: 'Waiting' });
    const { body } = await request('/api/admin/transcoding/status', { headers: service.superadmin.headers });
    expect(body.data).toMatchObject({
      processingCount: 2,
      processing: [
        { id: working, title: 'Working', stage: 'Analysing file', queuePosition: null, playable: false },
        { title: 'Waiting', stage: 'Queued', queuePosition: 1 },
      ],
      recentlyCompleted: [{ title: 'Done', duration: 20, resolutions: ['480p', '360p'] }],
      recentlyFailed: [],
    });
  });
});
