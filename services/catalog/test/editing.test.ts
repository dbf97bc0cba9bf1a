import { randomUUID } from 'node:crypto';

import type { catalog } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, callerOf } from './library.ts';
import { startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
});
afterAll(() => service.stop());
beforeEach(() => service.db.deleteFrom('videos').execute());
const call = callerOf(() => service);

const patch = (id: string, body: unknown, headers = service.superadmin.headers) =>
  call.send('PATCH', `/api/admin/videos/${id}/`, { headers, body });

async function edit(id: string, body: unknown): Promise<catalog.Video> {
  const { status, body: answer } = await patch(id, body);
  expect([status, answer.message]).toEqual([200, undefined]);
  return (answer.data as { video: catalog.Video }).video; // checked by the server
}

describe('editing', () => {
  it('editing changes only the given fields, trimmed', async () => {
    const id = await addSong(service, { title: 'Old', description: 'Words', tags: { grade: 'Grade 1' } });
    const before = await call.video(id);
    expect(await edit(id, { title: '  New song ' })).toEqual({
      ...before,
      title: 'New song',
      updatedAt: expect.any(String),
    });
    expect(await edit(id, { description: '' })).toMatchObject({ title: 'New song', description: '' });
    expect(await edit(id, {})).toMatchObject({ title: 'New song', tags: before.tags });
  });

  it('editing a video replaces all its tags', async () => {
    const id = await addSong(service, { tags: { grade: 'Grade 1', author: 'Finch' } });
    const grade = { tagType: 'grade', tagValue: 'Grade 2' };
    expect((await edit(id, { tags: [grade, { ...grade, tagValue: ' Grade 2 ' }] })).tags).toEqual([grade]);
    expect((await edit(id, { tags: [] })).tags).toEqual([]);
    expect((await call.get('/api/admin/videos/tags/values?type=grade')).body.data).toEqual({ values: [] });
  });

  it('an edited video is found at once by its new words, and not by the old ones', async () => {
    const id = await addSong(service, { title: 'Hedgehog', tags: { author: 'Finch' } });
    const found = (q: string) => call.titles(`/api/videos?q=${q}`);
    await edit(id, {
      title: 'Penguin',
      description: 'On the ice',
      tags: [{ tagType: 'category', tagValue: 'winter' }],
    });
    for (const q of ['penguin', 'ice', 'winter', 'pengiun'])
      expect([q, await found(q)]).toEqual([q, ['Penguin']]);
    for (const q of ['hedgehog', 'finch']) expect([q, await found(q)]).toEqual([q, []]);
    expect(await call.titles('/api/videos?category=winter')).toEqual(['Penguin']);
  });

  it('editing can make a video private for one person, and public again', async () => {
    const id = await addSong(service, { tags: { grade: 'Grade 1' } });
    const named = await service.issuer.signIn();
    const privateUserId = named.id.toUpperCase();
    expect(await edit(id, { visibility: 'private', privateUserId })).toMatchObject({
      visibility: 'private',
      privateUserId: named.id,
    });
    const seen = async (headers: Record<string, string>) => [
      (await call.get(`/api/videos/${id}`, headers)).status,
      await call.titles('/api/videos', headers),
      (await call.get('/api/admin/videos/tags/values?type=grade', headers)).body.data,
    ];
    const all = [200, ['Ducks'], { values: ['Grade 1'] }];
    expect(await seen(named.headers)).toEqual(all);
    for (const headers of [{}, member.headers])
      expect(await seen(headers)).toEqual([404, [], { values: [] }]);
    expect(await edit(id, { title: 'Ducks' })).toMatchObject({ privateUserId: named.id });
    expect(await edit(id, { privateUserId: member.id })).toMatchObject({ privateUserId: member.id });
    expect(await seen(member.headers)).toEqual(all);
    expect(await seen(named.headers)).toEqual([404, [], { values: [] }]);
    expect(await edit(id, { visibility: 'registered', privateUserId: member.id })).toMatchObject({
      visibility: 'registered',
      privateUserId: null,
    });
    expect(await seen(named.headers)).toEqual(all);
    expect(await seen({})).toEqual([404, [], { values: [] }]);
  });

  it('editing the visibility ends access to a stream at once', async () => {
    const id = await upload(service);
    await transcode(service);
    const stream = async () => (await fetch(`${service.url}/hls/${id}/master.m3u8`)).status;
    expect(await stream()).toBe(200);
    await edit(id, { visibility: 'registered' });
    expect(await stream()).toBe(404);
  });

  it.each([
    [{ title: ' ' }, 'Enter a title'],
    [{ title: '', visibility: 'private' }, 'Enter a title'],
    [{ title: 'x'.repeat(201), description: 'y'.repeat(5001) }, 'The title can have at most 200 characters.'],
    [
      { description: 'y'.repeat(5001), visibility: 'private' },
      'The description can have at most 5000 characters.',
    ],
    [{ visibility: 'private' }, 'Private user ID is required for private visibility'],
    [{ visibility: 'private', privateUserId: 'me' }, 'Private user ID is required for private visibility'],
    [{ visibility: 'private', privateUserId: null }, 'Private user ID is required for private visibility'],
    [{ tags: [{ tagType: 'grade', tagValue: '  ' }] }, 'A tag must have 1 to 100 characters.'],
    [{ tags: [{ tagType: 'grade', tagValue: 'x'.repeat(101) }] }, 'A tag must have 1 to 100 characters.'],
  ])('editing refuses %j and changes nothing: %s', async (body, message) => {
    const id = await addSong(service, { title: 'Kept', tags: { grade: 'Grade 1' } });
    const before = await call.video(id);
    const answer = await patch(id, { description: 'changed', ...body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
    expect(await call.video(id)).toEqual(before);
  });

  it('editing is reserved for superadmins, in any state of the video', async () => {
    const id = await addSong(service, { state: 'failed' });
    expect((await call.send('PATCH', `/api/admin/videos/${id}`, { body: { title: 'x' } })).status).toBe(401);
    expect((await patch(id, { title: 'x' }, member.headers)).status).toBe(403);
    expect(await edit(id, { title: 'Still failed' })).toMatchObject({
      status: 'failed',
      title: 'Still failed',
    });
    expect(await patch(randomUUID(), { title: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'VIDEO_NOT_FOUND' },
    });
  });

  it('simultaneous edits leave one complete version', async () => {
    const id = await addSong(service);
    const editUntilTaken = async (body: unknown): Promise<number> => {
      const { status } = await patch(id, body);
      return status === 503 ? editUntilTaken(body) : status; // all wait for one row, on a busy machine for too long
    };
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        editUntilTaken({ title: `Version${n}`, tags: [{ tagType: 'author', tagValue: `Author${n}` }] }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { title, tags } = await call.video(id);
    expect(tags).toEqual([{ tagType: 'author', tagValue: title.replace('Version', 'Author') }]);
    expect(await call.titles(`/api/videos?q=${title}`)).toEqual([title]);
    expect(await call.titles(`/api/videos?author=${tags[0]?.tagValue}`)).toEqual([title]);
  });
});

describe('adding tags', () => {
  const add = (id: string, tags: unknown) =>
    call.send('POST', `/api/admin/videos/${id}/tags/`, {
      headers: service.superadmin.headers,
      body: { tags },
    });

  it('a video is found by added tags at once', async () => {
    const id = await addSong(service, { title: 'Ducks' });
    const tags = [{ tagType: 'category', tagValue: 'pond life' }];
    expect((await add(id, tags)).body.data).toEqual({ tags });
    expect((await add(id, tags)).body.data).toEqual({ tags });
    expect(await call.titles('/api/videos?q=pond')).toEqual(['Ducks']);
    expect(await call.titles('/api/videos?category=pond%20life')).toEqual(['Ducks']);
    expect((await call.get('/api/admin/videos/tags/values?type=category')).body.data).toEqual({
      values: ['pond life'],
    });
    expect((await add(randomUUID(), tags)).status).toBe(404);
  });

  it('a video can have at most 50 tags, so that they can still be edited', async () => {
    const id = await addSong(service, { title: 'Geese' });
    const tagsFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ tagType: 'author', tagValue: `B${first + n}` }));
    expect((await add(id, tagsFrom(0, 30))).status).toBe(200);
    expect(await add(id, tagsFrom(30, 21))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', message: 'A video has at most 50 tags.' },
    });
    expect((await call.video(id)).tags).toHaveLength(30);
    expect((await add(id, tagsFrom(0, 50))).status).toBe(200);
    expect(await add(id, tagsFrom(0, 51))).toMatchObject({
      body: { message: 'A video has at most 50 tags.' },
    });
    expect(await add(id, [{ tagType: 'author', tagValue: '\u200B' }])).toMatchObject({ status: 400 });
  });

  it('tags added simultaneously are all kept', async () => {
    const id = await addSong(service);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(id, [{ tagType: 'author', tagValue: `A${n}` }])),
    );
    expect((await call.video(id)).tags).toHaveLength(20);
    for (const n of [0, 7, 19]) expect(await call.titles(`/api/videos?author=A${n}`)).toEqual(['Ducks']);
  });
});
