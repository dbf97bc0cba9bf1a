import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { createTestLogger, type TestUser } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { sweepDeleted } from '../src/transcoding/deletion/sweep-deleted.ts';
import { callAs } from './parts.ts';
import { startCatalog, transcode, upload, type TestCatalog } from './support.ts';

const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nFive little ducks\n';

let service: TestCatalog;
let id: string;
beforeAll(async () => {
  service = await startCatalog();
  id = await upload(service, { visibility: 'registered' });
  await transcode(service);
});
afterAll(() => service.stop());
// The last test deletes the video.
beforeEach(async () => {
  await service.db.deleteFrom('video_captions').execute();
  await service.storage.deletePrefix(`videos/${id}/captions/`);
});

async function put(
  body: Partial<Record<'content' | 'language' | 'label', string>> = {},
): Promise<catalog.Caption> {
  const { data } = await callAs(service)(catalog.putCaption, {
    params: { id },
    body: { language: 'en', label: 'English', content: VTT, ...body },
  });
  return data.caption;
}

async function shown(): Promise<catalog.Caption[]> {
  return (await callAs(service)(catalog.getVideo, { params: { id } })).data.video.captions;
}

const fetchAs = (path: string, user?: TestUser) =>
  fetch(service.url + path, { headers: user?.headers ?? {} });
const captionKeys = async () => (await service.keys()).filter((key) => key.includes('/captions/'));

const toTime = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;

const INVALID: [Parameters<typeof put>[0], string | RegExp][] = [
  [{ content: '1\n00:00:04,000 --> 00:00:02,000\nDuck' }, /^Line 2: /],
  [{ content: 'WEBVTT\n\n00:04.000 --> 00:01.000\nDuck' }, 'Line 3: this subtitle ends before it begins.'],
  [{ content: 'WEBVTT' }, 'There are no subtitles in this file.'],
  [
    { content: '' },
    'Line 1: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
  ],
  [{ content: 'x'.repeat(500_001) }, 'Subtitles can be at most 500 kB.'],
  [
    { content: `WEBVTT\n\n00:01.000 --> 00:04.000\n${'鸭'.repeat(170_000)}` },
    'Subtitles can be at most 500 kB.',
  ],
  [{ language: 'english' }, 'The language must be a code such as en or pt-BR.'],
  [{ language: 'en-aa-bb' }, 'The language must be a code such as en or pt-BR.'],
  [{ label: '  ' }, 'The name of subtitles must have 1 to 60 characters.'],
];

describe('subtitles', () => {
  it('subtitles belong to their video and are served as plain WebVTT to its viewers', async () => {
    const caption = await put({ content: `\uFEFF${VTT.replaceAll('\n', '\r\n')}` });
    expect(caption).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      language: 'en',
      label: 'English',
      url: `/hls/${id}/captions/${caption.id}.vtt`,
    });
    expect(await shown()).toEqual([caption]);
    const response = await fetchAs(caption.url, await service.issuer.signIn('user'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    });
    expect(await response.text()).toBe(VTT);
    expect((await fetchAs(caption.url)).status).toBe(404);
  });

  it('subtitles are sorted by language, with only the latest file of each', async () => {
    const first = await put();
    const brazil = await put({ language: 'PT-br', label: ' Português\n(Brasil) ' });
    expect(brazil).toMatchObject({ language: 'pt-BR', label: 'Português (Brasil)' });
    const second = await put({ content: VTT.replace('Five', 'Four'), language: 'EN', label: 'English 2' });
    expect(second.id).not.toBe(first.id);
    expect(await shown()).toEqual([second, brazil]);
    expect(await captionKeys()).toHaveLength(2);
    expect((await fetchAs(first.url, service.superadmin)).status).toBe(404);
    expect(await (await fetchAs(second.url, service.superadmin)).text()).toContain('Four little ducks');
  });

  it('subtitles update their video only if they change', async () => {
    const updatedAt = async () =>
      Date.parse((await callAs(service)(catalog.getVideo, { params: { id } })).data.video.updatedAt);
    const remove = (captionId: string) =>
      callAs(service)(catalog.deleteCaption, { params: { id, captionId } });
    const created = await updatedAt();
    const caption = await put();
    const added = await updatedAt();
    expect(added).toBeGreaterThan(created);
    await expect(remove(randomUUID())).rejects.toMatchObject({ code: 'CAPTION_NOT_FOUND' });
    expect(await updatedAt()).toBe(added);
    await remove(caption.id);
    expect(await updatedAt()).toBeGreaterThan(added);
  });

  it('subtitles uploaded many times at once leave one file', async () => {
    const captions = await Promise.all(Array.from({ length: 10 }, () => put()));
    const [left, ...others] = await shown();
    expect(others).toEqual([]);
    expect(captions.map((caption) => caption.id)).toContain(left?.id);
    expect(await captionKeys()).toEqual([expect.stringContaining(left?.id ?? 'none')]);
  });

  it('invalid subtitles are refused with a sentence', async () => {
    for (const [body, message] of INVALID)
      await expect(put(body)).rejects.toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
    expect(await captionKeys()).toEqual([]);
    expect(await shown()).toEqual([]);
  });

  it('subtitles can have the maximum size, any script and any number of lines', async () => {
    const cues = Array.from(
      { length: 2400 },
      (_, second) => `${toTime(second)} --> ${toTime(second + 1)}\n五\n小\n${'鸭'.repeat(50)}`,
    );
    const content = `WEBVTT\n\n${cues.join('\n\n')}`;
    expect(Buffer.byteLength(content)).toBeGreaterThan(450_000);
    await put({ content });
    const quotes = `WEBVTT\n\n00:01.000 --> 00:04.000\n${'"\\\n'.repeat(166_000)}`;
    await put({ content: quotes });
  });

  it('subtitles can be deleted', async () => {
    const caption = await put();
    const call = callAs(service);
    const params = { id, captionId: caption.id };
    const other = { ...params, captionId: randomUUID() };
    const gone = { status: 404, code: 'CAPTION_NOT_FOUND' };
    await expect(call(catalog.deleteCaption, { params: other })).rejects.toMatchObject(gone);
    await call(catalog.deleteCaption, { params });
    expect(await shown()).toEqual([]);
    expect(await captionKeys()).toEqual([]);
    expect((await fetchAs(caption.url, service.superadmin)).status).toBe(404);
    await expect(call(catalog.deleteCaption, { params })).rejects.toMatchObject(gone);
  });

  it('only superadmins can add subtitles, and only to existing videos', async () => {
    const user = await service.issuer.signIn('user');
    const body = { language: 'en', label: 'English', content: VTT };
    const params = { id: randomUUID() };
    await expect(callAs(service, user)(catalog.putCaption, { params: { id }, body })).rejects.toMatchObject({
      status: 403,
    });
    const missing = { status: 404, code: 'VIDEO_NOT_FOUND' };
    await expect(callAs(service)(catalog.putCaption, { params, body })).rejects.toMatchObject(missing);
    const captionId = randomUUID();
    await expect(
      callAs(service)(catalog.deleteCaption, { params: { ...params, captionId } }),
    ).rejects.toMatchObject(missing);
  });

  it('subtitles are deleted with their video', async () => {
    const caption = await put();
    const response = await fetch(`${service.url}/api/admin/videos/${id}`, {
      method: 'DELETE',
      headers: service.superadmin.headers,
    });
    expect(response.status).toBe(200);
    expect((await fetchAs(caption.url, service.superadmin)).status).toBe(404);
    await sweepDeleted({ db: service.db, storage: service.storage, logger: createTestLogger() });
    expect(await service.keys()).toEqual([]);
  });
});
