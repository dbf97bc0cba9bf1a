import { randomUUID } from 'node:crypto';

import type { TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, callerOf, readAll, type Song } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
let member: TestUser;
let named: TestUser;
beforeAll(async () => {
  catalog = await startCatalog();
  [member, named] = [await catalog.issuer.signIn(), await catalog.issuer.signIn()];
});
afterAll(() => catalog.stop());
beforeEach(() => catalog.db.deleteFrom('videos').execute());
const call = callerOf(() => catalog);

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

describe('personal lists', () => {
  const like = (id: string) => call.send('POST', `/api/videos/${id}/like`, { headers: member.headers });
  const open = (id: string) =>
    call.send('POST', `/api/videos/${id}/view`, { headers: member.headers, body: { watchedDuration: 0 } });
  const list = (name: string) => call.titles(`/api/videos/user/${name}/?limit=50`, member.headers);

  it('personal lists show the latest like first, the latest opening first, and unwatched videos', async () => {
    const ids: string[] = [];
    for (const [n, title] of ['One', 'Two', 'Three'].entries())
      ids.push(await addSong(catalog, { title, createdAt: minute(n) }));
    const [one = '', two = '', three = ''] = ids;
    for (const id of [two, three, one]) await like(id);
    await call.send('POST', `/api/videos/${three}/dislike`, { headers: member.headers });
    for (const id of [two, one]) await open(id);
    await open(two);
    expect(await list('liked')).toEqual(['One', 'Two']);
    expect(await list('watched')).toEqual(['Two', 'One']);
    expect(await list('unwatched')).toEqual(['Three']);
    expect(await call.titles('/api/videos/user/liked', named.headers)).toEqual([]);
    expect(await call.titles('/api/videos/user/unwatched', named.headers)).toEqual(['Three', 'Two', 'One']);
  });

  it('clearing the watch history deletes watched videos and progress', async () => {
    const id = await addSong(catalog);
    await open(id);
    const progress = { headers: member.headers, body: { watchedDuration: 10 } };
    await call.send('POST', `/api/videos/${id}/view`, progress);
    const { status } = await call.send('DELETE', '/api/videos/user/watched/', { headers: member.headers });
    expect(status).toBe(200);
    expect([await list('watched'), await list('unwatched')]).toEqual([[], ['Ducks']]);
    expect(await call.video(id, member.headers)).toMatchObject({ resumeSeconds: null, viewCount: 1 });
  });

  it('personal lists page without losing or repeating videos, even with equal moments', async () => {
    for (let n = 0; n < 20; n += 1) await addSong(catalog, { createdAt: minute(n % 3) });
    const { id } = member;
    const moment = sql`now() - (row_number() over (order by id) % 4) * interval '1 minute'`;
    await sql`insert into video_opinions select ${id}, id, 'like', ${moment} from videos`.execute(catalog.db);
    for (const name of ['liked', 'unwatched'])
      expect(new Set(await readAll(call, `/api/videos/user/${name}`, member.headers)).size).toBe(20);
    await sql`insert into watched_videos select ${id}, id, ${moment} from videos`.execute(catalog.db);
    const watched = await readAll(call, '/api/videos/user/watched', member.headers);
    expect([watched.length, new Set(watched).size]).toEqual([20, 20]);
    expect(await list('unwatched')).toEqual([]);
  });

  it.each([
    ['GET', 'liked'],
    ['GET', 'watched'],
    ['GET', 'unwatched'],
    ['DELETE', 'watched'],
  ])('%s %s needs a session', async (method, name) => {
    const { status, body } = await call.send(method, `/api/videos/user/${name}/`);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });
});

describe('related videos', () => {
  it('related videos are sorted by shared tags, then newest first, without the video itself', async () => {
    const tags = { grade: 'Grade 1', category: ['food', 'animals'], author: 'Finch' };
    const add = (title: string, n: number, some: Song['tags']) =>
      addSong(catalog, { title, createdAt: minute(n), ...(some ? { tags: some } : {}) });
    const id = await add('Itself', 0, tags);
    await add('None, older', 1, {});
    await add('None, newer', 8, { grade: 'Grade 2' });
    await add('One', 7, { author: 'Finch' });
    await add('Two, older', 2, { category: ['food', 'animals'] });
    await add('Two, newer', 6, { grade: 'Grade 1', author: 'Finch' });
    await add('Four', 3, { ...tags, category: ['food', 'animals', 'music'] });
    await add('Three', 4, { grade: 'Grade 1', category: ['food', 'animals'] });
    const order = ['Four', 'Three', 'Two, newer', 'Two, older', 'One', 'None, newer', 'None, older'];
    expect(await call.titles(`/api/videos/${id}/related`)).toEqual(order);
    expect(await call.titles(`/api/videos/${id}/related?limit=3`)).toEqual(order.slice(0, 3));
    expect((await call.get(`/api/videos/${id}/related?limit=51`)).status).toBe(400);
    expect((await call.get(`/api/videos/${randomUUID()}/related`)).status).toBe(404);
  });

  it('related videos share any of many tags, grades and categories before authors', async () => {
    const author = Array.from({ length: 7 }, (_, n) => `Author ${n}`);
    const add = (title: string, n: number, tags: Song['tags']) =>
      addSong(catalog, { title, createdAt: minute(n), tags: tags ?? {} });
    const id = await add('Itself', 0, { grade: 'Grade 1', category: 'food', author });
    await add('Grade', 1, { grade: 'Grade 1' });
    await add('Last author', 2, { author: 'Author 6' });
    await add('Grade and category', 3, { grade: 'Grade 1', category: 'food' });
    await add('First author', 4, { author: 'Author 0' });
    await add('None', 5, { author: 'Author 7' });
    const order = ['Grade and category', 'First author', 'Grade', 'Last author', 'None'];
    expect(await call.titles(`/api/videos/${id}/related`)).toEqual(order);
    for (const limit of [3, 4])
      expect(await call.titles(`/api/videos/${id}/related?limit=${limit}`)).toEqual(order.slice(0, limit));
  });

  it('related videos of a video without tags are the newest', async () => {
    const id = await addSong(catalog, { title: 'Itself' });
    await addSong(catalog, { title: 'Older', createdAt: minute(0), tags: { grade: 'Grade 1' } });
    await addSong(catalog, { title: 'Newer', createdAt: minute(1) });
    expect(await call.titles(`/api/videos/${id}/related`)).toEqual(['Newer', 'Older']);
  });
});

describe('tag values', () => {
  it('tag values are listed once each, in reading order', async () => {
    for (const grade of ['Grade 10', 'Grade 2', 'Grade 1', 'Grade 2', 'Kindergarten'])
      await addSong(catalog, { tags: { grade, category: 'food' } });
    const values = async (type: string) =>
      (await call.get(`/api/admin/videos/tags/values/?type=${type}`)).body.data;
    expect(await values('grade')).toEqual({ values: ['Grade 1', 'Grade 2', 'Grade 10', 'Kindergarten'] });
    expect(await values('category')).toEqual({ values: ['food'] });
    expect(await values('author')).toEqual({ values: [] });
  });
});
