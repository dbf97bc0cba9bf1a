import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listInvalidPictures } from './invalid-pictures.ts';
import { callAs, toReply } from './parts.ts';
import { startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let service: TestCatalog;
let id: string;
let png: Buffer;
beforeAll(async () => {
  service = await startCatalog();
  png = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#2040c0' } })
    .png()
    .toBuffer();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  await service.storage.deletePrefix('videos/');
  id = await upload(service);
  await transcode(service);
});

async function put(
  body: Buffer,
  options: { type?: string; videoId?: string; user?: { headers: object } } = {},
) {
  const response = await fetch(`${service.url}/api/admin/videos/${options.videoId ?? id}/thumbnail`, {
    method: 'PUT',
    headers: {
      ...(options.user ?? service.superadmin).headers,
      'content-type': options.type ?? 'application/octet-stream',
    },
    body: new Uint8Array(body),
  });
  return toReply(response);
}

const shown = async () => (await callAs(service)(catalog.getVideo, { params: { id } })).data.video.thumbnail;
const ownKeys = async () => (await service.keys()).filter((key) => key.includes('/thumbnails/'));

describe('a picture of a video’s own', () => {
  it('a video’s own thumbnail replaces the one taken from the video, small and in the right shape', async () => {
    const extracted = await shown();
    const { status, body } = await put(png, { type: 'image/png' });
    expect(status).toBe(200);
    const thumbnail = await shown();
    expect(body.data).toEqual({ thumbnail });
    expect(thumbnail).toMatch(new RegExp(`^/hls/${id}/thumbnails/[0-9a-f-]{36}\\.jpg$`));
    expect(thumbnail).not.toBe(extracted);
    const response = await fetch(service.url + thumbnail);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    });
    const picture = Buffer.from(await response.arrayBuffer());
    expect(picture.length).toBeLessThanOrEqual(25_000);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
  });

  it('a video’s own thumbnail can be replaced and removed', async () => {
    const extracted = await shown();
    await put(png);
    const first = await shown();
    const again = await put(await sharp(png).webp().toBuffer(), { type: 'image/webp' });
    expect(again.status).toBe(200);
    expect(await shown()).not.toBe(first);
    expect(await ownKeys()).toHaveLength(1);
    expect((await fetch(service.url + first)).status).toBe(404);
    for (let round = 0; round < 2; round += 1) {
      const { data } = await callAs(service)(catalog.deleteThumbnail, { params: { id } });
      expect(data.thumbnail).toBe(extracted);
      expect(await shown()).toBe(extracted);
      expect(await ownKeys()).toEqual([]);
    }
  });

  it('simultaneous uploads of a thumbnail leave one', async () => {
    // One is decoded and three wait; more are asked to retry.
    const replies = await Promise.all(Array.from({ length: 4 }, () => put(png)));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    const [key, ...others] = await ownKeys();
    expect(others).toEqual([]);
    expect(await shown()).toContain(key?.split('/').at(-1) ?? 'none');
  });

  it('a video’s own thumbnail can be added before the video has one', async () => {
    id = await upload(service);
    expect(await shown()).toBeNull();
    expect((await put(png)).status).toBe(200);
    expect(await shown()).toContain('/thumbnails/');
    expect((await callAs(service)(catalog.deleteThumbnail, { params: { id } })).data.thumbnail).toBeNull();
  });

  it('an invalid thumbnail is refused with a sentence and leaves the previous one', async () => {
    const before = await shown();
    for (const { body, type, status, message } of listInvalidPictures(png)) {
      const reply = await put(body, { type });
      expect({ type, status: reply.status, message: reply.body.message }).toEqual({ type, status, message });
    }
    expect(await shown()).toBe(before);
    expect(await ownKeys()).toEqual([]);
  });

  it('only superadmins can add thumbnails, and only to existing videos', async () => {
    expect((await put(png, { user: await service.issuer.signIn('user') })).status).toBe(403);
    expect(await put(png, { videoId: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'VIDEO_NOT_FOUND' },
    });
    await expect(
      callAs(service)(catalog.deleteThumbnail, { params: { id: randomUUID() } }),
    ).rejects.toMatchObject({
      status: 404,
      code: 'VIDEO_NOT_FOUND',
    });
    expect(await ownKeys()).toEqual([]);
  });
});
