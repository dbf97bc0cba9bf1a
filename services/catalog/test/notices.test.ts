import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { catalog, createClient, type Call } from '@larksong/contracts';
import { buildServer, createInternalClient, createRegister } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { pauseSeconds, relayNotices } from '../src/transcoding/notices/relay-notices.ts';
import { addNotice } from '../src/transcoding/notices/store.ts';
import { units } from '../src/transcoding/units/leases.ts';
import { addSong } from './library.ts';
import { callAs } from './parts.ts';
import {
  claimKind,
  INTERNAL_TOKEN,
  startCatalog,
  transcode,
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
});

async function notices(user = service.superadmin): Promise<catalog.Notice[]> {
  return (await callAs(service, user)(catalog.listNotices, {})).data.notices;
}

async function finished(title: string): Promise<string> {
  const id = await upload(service, { title });
  await transcode(service);
  return id;
}

async function fail(id: string, message = 'This file is not a video.'): Promise<void> {
  const unit = await claimKind(service, 'light', 'plan');
  expect(unit.videoId).toBe(id);
  const body = { token: unit.token, cause: 'input' as const, message, log: '' };
  await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
}

/** Records the end of a video without any work. */
async function noted(title: string, kind: catalog.Notice['kind']): Promise<void> {
  const id = await addSong(service, { title, state: kind === 'ready' ? 'completed' : 'failed' });
  await service.db.transaction().execute((trx) => addNotice(trx, id, kind));
}

describe('notices', () => {
  it('notices report the outcome of their uploads to uploaders until they are read', async () => {
    const ready = await finished('Ducks');
    const failed = await upload(service, { title: 'Frogs' });
    await fail(failed);
    await upload(service, { title: 'Still in work' });
    const list = await notices();
    expect(list).toMatchObject([
      { videoId: failed, kind: 'failed', title: 'Frogs', message: 'This file is not a video.' },
      { videoId: ready, kind: 'ready', title: 'Ducks', message: null },
    ]);
    const other = await service.issuer.signIn('superadmin');
    expect(await notices(other)).toEqual([]);
    const ids = list.map((notice) => notice.id);
    await callAs(service, other)(catalog.markNoticesRead, { body: { ids } });
    expect(await notices()).toEqual(list);
    await callAs(service)(catalog.markNoticesRead, { body: { ids: ids.slice(0, 1) } });
    expect(await notices()).toEqual(list.slice(1));
    await callAs(service)(catalog.markNoticesRead, { body: { ids } });
    expect(await notices()).toEqual([]);
  });

  it('notices list failures first, then the newest, so that no older one hides a new one', async () => {
    const ends = ['ready', 'failed', 'ready', 'failed', 'ready'] as const;
    for (const [index, kind] of ends.entries()) await noted(`${kind} ${index + 1}`, kind);
    const titles = (await notices()).map(({ title }) => title);
    expect(titles).toEqual(['failed 4', 'failed 2', 'ready 5', 'ready 3', 'ready 1']);
  });

  it('notices are listed completely, so that they can be counted and read at once', async () => {
    for (let n = 1; n <= 45; n += 1) await noted(`Song ${n}`, 'ready');
    const list = await notices();
    expect(list.map(({ title }) => title)).toEqual(Array.from({ length: 45 }, (_, n) => `Song ${45 - n}`));
    await callAs(service)(catalog.markNoticesRead, { body: { ids: list.map(({ id }) => id) } });
    expect(await notices()).toEqual([]);
  });

  it('notices are added once for each way in which a video ends', async () => {
    const dead = await upload(service, { title: 'Deadly' });
    for (let death = 1; death <= 2; death += 1) {
      const { id, token } = await claimKind(service, 'light', 'plan');
      await service.internal(catalog.heartbeatUnit, { params: { id }, body: { token, alone: true } });
      await service.db.transaction().execute((trx) => units.expire(trx, -1));
    }
    const unlucky = await upload(service, { title: 'Unlucky' });
    for (let failure = 1; failure <= 5; failure += 1) {
      await sql`update transcode_units set due_at = now()`.execute(service.db);
      const unit = await claimKind(service, 'light', 'plan');
      const body = { token: unit.token, cause: 'infrastructure' as const, message: 'x', log: '' };
      await service.internal(catalog.failUnit, { params: { id: unit.id }, body });
    }
    const list = await notices();
    expect(list.map(({ videoId, kind }) => ({ videoId, kind }))).toEqual([
      { videoId: unlucky, kind: 'failed' },
      { videoId: dead, kind: 'failed' },
    ]);
    expect(list.map((notice) => notice.message)).toEqual([
      (await videoRow(service, unlucky)).processing_error,
      (await videoRow(service, dead)).processing_error,
    ]);
  });

  it('notices are withdrawn by a retry and added again at its end', async () => {
    const id = await upload(service);
    await fail(id);
    const [first] = await notices();
    await callAs(service)(catalog.retryVideo, { params: { id } });
    expect(await notices()).toEqual([]);
    await fail(id, 'Still not a video.');
    const [second, ...others] = await notices();
    expect(others).toEqual([]);
    expect(second).toMatchObject({ videoId: id, kind: 'failed', message: 'Still not a video.' });
    expect(second?.id).not.toBe(first?.id);
    await callAs(service)(catalog.retryVideo, { params: { id } });
    await transcode(service);
    expect(await notices()).toMatchObject([{ videoId: id, kind: 'ready' }]);
  });

  it('notices are deleted with their video', async () => {
    const id = await finished('Ducks');
    await fetch(`${service.url}/api/admin/videos/${id}`, {
      method: 'DELETE',
      headers: service.superadmin.headers,
    });
    expect(await notices()).toEqual([]);
    expect(await service.db.selectFrom('notices').selectAll().execute()).toEqual([]);
  });

  it('notices are reserved for superadmins', async () => {
    const user = await service.issuer.signIn('user');
    await expect(callAs(service, user)(catalog.listNotices, {})).rejects.toMatchObject({ status: 403 });
  });
});

/** Starts a substitute for auth that accepts video mails according to the contract while `isAway` is false. */
async function startMailTaker() {
  const taken: Static<typeof catalog.sendVideoMail.body>[] = [];
  const state = { isAway: false };
  const app = buildServer({ name: 'auth', logger: createTestLogger() });
  const register = createRegister(app, { internalToken: INTERNAL_TOKEN });
  register(catalog.sendVideoMail, async ({ body }) => {
    if (state.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    // The server's type coercion turns a null that may also be text into an empty text.
    taken.push({ ...body, message: body.message === '' ? null : body.message });
    return {};
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const auth = createInternalClient({ baseUrl: url, internalToken: INTERNAL_TOKEN });
  return { auth, taken, state, stop: () => app.close() };
}

describe('mails about videos', () => {
  const relay = (auth: Call) => relayNotices({ db: service.db, auth, logger: createTestLogger() });
  const makeDue = () => sql`update notices set due_at = now() - interval '1 second'`.execute(service.db);
  const unmailed = async () =>
    (await service.db.selectFrom('notices').select('tries').where('mailed_at', 'is', null).execute()).map(
      (row) => row.tries,
    );

  it('mails about videos are requested from auth once for each notice, by the first of several processes', async () => {
    const taker = await startMailTaker();
    const [ready, failed] = [await finished('Ducks'), await upload(service, { title: 'Frogs' })];
    await fail(failed);
    const list = await notices();
    await Promise.all([relay(taker.auth), relay(taker.auth), relay(taker.auth)]);
    await relay(taker.auth);
    const userId = service.superadmin.id;
    const byVideo = new Map(taker.taken.map((body) => [body.videoId, body]));
    expect(taker.taken).toHaveLength(2);
    expect(byVideo.get(failed)).toEqual({ ...list[0], userId });
    expect(byVideo.get(ready)).toEqual({ ...list[1], userId });
    expect(await unmailed()).toEqual([]);
    expect(await notices()).toEqual(list); // a mail is not a look
    await taker.stop();
  });

  it('mails about videos that are ready say what of the file is not in them, with the numbers as numbers', async () => {
    const taker = await startMailTaker();
    const id = await upload(service, { title: 'Ducks' });
    const remarks = ['The file has 2 soundtracks. The video has number 1.'];
    const explainedRemarks = [{ id: 'several-sounds' as const, values: { soundCount: 2, place: 1 } }];
    await transcode(service, { remarks, explainedRemarks });
    const said = { videoId: id, kind: 'ready', message: remarks[0], explainedRemarks };
    expect(await notices()).toMatchObject([said]);
    await relay(taker.auth);
    expect(taker.taken).toMatchObject([said]);
    const { data } = await callAs(service)(catalog.getTranscodingStatus, {});
    expect(data.recentlyCompleted).toMatchObject([{ id, remarks, explainedRemarks }]);
    await taker.stop();
  });

  it('mails about videos wait while auth is down or silent, and none is lost', async () => {
    const taker = await startMailTaker();
    taker.state.isAway = true;
    await finished('Ducks');
    await relay(taker.auth);
    expect(await unmailed()).toEqual([1]);
    await relay(taker.auth);
    expect(await unmailed()).toEqual([1]); // not before its pause is over
    await makeDue();
    await relay(createClient({ baseUrl: 'http://127.0.0.1:1' }));
    expect(await unmailed()).toEqual([2]);
    taker.state.isAway = false;
    await makeDue();
    await relay(taker.auth);
    expect(await unmailed()).toEqual([]);
    expect(taker.taken).toHaveLength(1);
    await taker.stop();
  });

  it('mails about videos are requested again with the same id if the response was lost', async () => {
    const asked: string[] = [];
    const answerNothing = async (request: IncomingMessage) => {
      asked.push((JSON.parse(await text(request)) as { id: string }).id);
      request.socket.destroy();
    };
    const server = createServer((request) => void answerNothing(request)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    await finished('Ducks');
    await relay(createClient({ baseUrl: `http://127.0.0.1:${port}` }));
    server.close();
    const taker = await startMailTaker();
    await makeDue();
    await relay(taker.auth);
    expect(taker.taken.map((body) => body.id)).toEqual(asked);
    await taker.stop();
  });

  it('mails about videos are retried with growing pauses', () => {
    expect([1, 2, 3, 8, 9, 50].map(pauseSeconds)).toEqual([2, 4, 8, 256, 300, 300]);
  });

  it('mails about videos are dropped with their notice after thirty days', async () => {
    const taker = await startMailTaker();
    await finished('Old');
    await sql`update notices set created_at = now() - interval '30 days 1 minute'`.execute(service.db);
    const recent = await finished('Recent');
    await relay(taker.auth);
    expect((await notices()).map((notice) => notice.videoId)).toEqual([recent]);
    await taker.stop();
  });
});
