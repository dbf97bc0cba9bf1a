import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { TestUser } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { dropOldViews } from '../src/library/views/store.ts';
import { addSong, callerOf, type Headers } from './library.ts';
import { startCatalog, videoRow, type TestCatalog } from './support.ts';

let service: TestCatalog;
let member: TestUser;
beforeAll(async () => {
  service = await startCatalog();
  member = await service.issuer.signIn();
});
afterAll(() => service.stop());
const call = callerOf(() => service);

async function watch(id: string, watchedDuration: number, headers: Headers = {}): Promise<number> {
  const { status, body } = await call.send('POST', `/api/videos/${id}/view/`, {
    headers,
    body: { watchedDuration },
  });
  expect(status).toBe(200);
  return (body.data as { viewCount: number }).viewCount;
}

/** Ages the views counted so far. */
async function pass(minutes: number): Promise<void> {
  await sql`update counted_views set counted_at = counted_at - make_interval(mins => ${minutes})`.execute(
    service.db,
  );
}

describe('an opening', () => {
  it('an opening counts once for each viewer: account, or address and browser', async () => {
    const id = await addSong(service);
    const from = (address: string, browser: string) => ({
      'x-forwarded-for': address,
      'user-agent': browser,
    });
    expect(await watch(id, 0, from('192.0.2.1', 'A'))).toBe(1);
    expect(await watch(id, 0, from('192.0.2.1', 'A'))).toBe(1);
    expect(await watch(id, 0, from('192.0.2.1', 'B'))).toBe(2);
    expect(await watch(id, 0, from('192.0.2.2', 'A'))).toBe(3);
    expect(await watch(id, 0, member.headers)).toBe(4);
    expect(await watch(id, 0, { ...member.headers, ...from('192.0.2.9', 'Z') })).toBe(4);
    expect((await call.video(id)).viewCount).toBe(4);
  });

  it('forty browsers of a network count within half an hour, and others see the video all the same', async () => {
    const id = await addSong(service);
    const browser = (number: number, address = '198.51.100.7') => ({
      'x-forwarded-for': address,
      'user-agent': `browser ${number}`,
    });
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    await Promise.all(numbers.map((number) => watch(id, 0, browser(number))));
    expect((await call.video(id)).viewCount).toBe(40);
    expect(await watch(id, 5, browser(50))).toBe(40);
    expect(await watch(id, 0, browser(1, '198.51.100.8'))).toBe(41);
    expect(await watch(id, 0, { ...member.headers, ...browser(50) })).toBe(42);
    await pass(catalog.VIEW_WINDOW_MINUTES);
    expect(await watch(id, 0, browser(70))).toBe(43);
  });

  it('an opening by one viewer counts once for each video', async () => {
    const [one, other] = [await addSong(service), await addSong(service)];
    expect(await watch(one, 0, member.headers)).toBe(1);
    expect(await watch(other, 0, member.headers)).toBe(1);
  });

  it('an opening counts again once the window has ended', async () => {
    const id = await addSong(service);
    expect(await watch(id, 0)).toBe(1);
    await pass(catalog.VIEW_WINDOW_MINUTES - 1);
    expect(await watch(id, 0)).toBe(1);
    await pass(1);
    expect(await watch(id, 0)).toBe(2);
    expect(await watch(id, 0)).toBe(2);
  });

  it('an opening reported two hundred times at once counts once', async () => {
    const id = await addSong(service);
    await Promise.all(Array.from({ length: 200 }, () => watch(id, 0)));
    expect((await videoRow(service, id)).view_count).toBe(1);
  });

  it('simultaneous openings by many viewers are all counted', async () => {
    const id = await addSong(service);
    await Promise.all(
      Array.from({ length: 200 }, (_, n) => watch(id, 0, { 'x-forwarded-for': `192.0.2.${n}` })),
    );
    expect((await videoRow(service, id)).view_count).toBe(200);
  });

  it('an opening leaves nothing behind that identifies a viewer', async () => {
    const id = await addSong(service);
    await watch(id, 0, { 'x-forwarded-for': '192.0.2.77', 'user-agent': 'Very special browser' });
    const rows = await service.db
      .selectFrom('counted_views')
      .selectAll()
      .where('video_id', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.viewer_key).toHaveLength(32);
    await pass(catalog.VIEW_WINDOW_MINUTES + 1);
    await dropOldViews(service.db);
    expect(await service.db.selectFrom('counted_views').selectAll().execute()).toEqual([]);
  });
});

describe('progress', () => {
  it('progress never counts as a view and is kept for members: the latest position and the furthest', async () => {
    const id = await addSong(service, { durationSeconds: 100 });
    expect((await call.video(id, member.headers)).resumeSeconds).toBeNull();
    await watch(id, 0, member.headers);
    for (const position of [10, 60, 30]) expect(await watch(id, position, member.headers)).toBe(1);
    expect((await call.video(id, member.headers)).resumeSeconds).toBe(30);
    await watch(id, 0, member.headers);
    expect((await call.video(id, member.headers)).resumeSeconds).toBe(30);
    const [row] = await service.db
      .selectFrom('watched_videos')
      .selectAll()
      .where('video_id', '=', id)
      .execute();
    expect(row).toMatchObject({ position_seconds: 30, furthest_seconds: 60 });
  });

  it('progress ends at the end of the video', async () => {
    const id = await addSong(service, { durationSeconds: 42.5 });
    await watch(id, 999_999, member.headers);
    expect((await call.video(id, member.headers)).resumeSeconds).toBe(42.5);
  });

  it('progress of visitors is not stored', async () => {
    const id = await addSong(service);
    expect(await watch(id, 10)).toBe(0);
    expect((await call.video(id)).resumeSeconds).toBeNull();
    expect((await call.video(id, member.headers)).resumeSeconds).toBeNull();
  });

  it.each([[-1], ['soon'], [1_000_001]])('progress of %j is refused', async (watchedDuration) => {
    const id = await addSong(service);
    const { status, body } = await call.send('POST', `/api/videos/${id}/view`, { body: { watchedDuration } });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'watchedDuration must be a number of seconds.',
    });
  });
});

describe('a view', () => {
  it('a view requires permission to watch the video', async () => {
    const hidden = await addSong(service, { visibility: 'registered' });
    const failed = await addSong(service, { state: 'failed' });
    const view = (id: string, headers: Headers) =>
      call.send('POST', `/api/videos/${id}/view`, { headers, body: { watchedDuration: 0 } });
    expect(await view(hidden, {})).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' } });
    expect(await view(failed, service.superadmin.headers)).toMatchObject({ status: 404 });
    expect(await view(randomUUID(), member.headers)).toMatchObject({ status: 404 });
    expect(await view(hidden, member.headers)).toMatchObject({ status: 200 });
    expect((await videoRow(service, hidden)).view_count).toBe(1);
  });
});
