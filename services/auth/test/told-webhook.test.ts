import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { auth } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { callWebhook, makeCalls, type WebhookMessage } from '../src/told/call-webhook.ts';
import { createTelling } from '../src/mail-queue/telling-store.ts';
import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let superadmin: ReturnType<typeof service.callAs>;
let received: Received[] = [];
let answer: (response: ServerResponse) => void;

const server = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ path: request.url ?? '', headers: request.headers, body });
    answer(response);
  });
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`; // it listens on a port

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service = await startFreshAuth();
  const olive = await registerSomebody(service);
  await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', olive.user.id).execute();
  superadmin = service.callAs(olive.accessToken);
});
afterAll(async () => {
  await service?.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  await sql`truncate told_settings, tellings cascade`.execute(service.db);
  received = [];
  answer = (response) => response.writeHead(204).end();
});

const put = (given: string | null, password = PASSWORD) =>
  superadmin(auth.putToldWebhook, { body: { url: given, password } });
const MESSAGE: WebhookMessage = {
  id: '0198e5a2-0000-7000-8000-000000000000',
  site: { name: 'Larksong', url: 'https://songs.example' },
  at: '2026-03-02T08:00:00.000Z',
  began: [],
  ended: [],
  isTrial: true,
};

test('the address is set with the password only, its secret is shown once, and the change is in the audit log', async () => {
  await expect(put(url(), 'not my password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  const odd = [
    'http:x.example',
    'https://x.example/a b',
    'https://x.example:0/',
    'https://x.example/\0',
    'https://x.example/\ud800',
  ];
  for (const bad of ['ftp://x.example/', 'https://olive:secret@x.example/', 'x', '', ...odd])
    await expect(put(bad)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  const { secret, webhook } = (await put(url())).data;
  expect([webhook, secret]).toEqual([{ url: url() }, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(JSON.stringify((await superadmin(auth.getTold, {})).data)).not.toContain(secret);
  expect((await put(null)).data).toEqual({ webhook: null, secret: null });
  const { rows } = await sql`
    select before, after from audit_entries where action = 'site.webhook' order by number`.execute(
    service.db,
  );
  expect(rows).toEqual([
    { before: { url: null }, after: { url: url() } },
    { before: { url: url() }, after: { url: null } },
  ]);
});

test('a call is signed over its time and its body', async () => {
  const { secret } = (await put(url())).data;
  expect((await superadmin(auth.tryToldWebhook, {})).data).toEqual({ problem: null });
  const [call] = received;
  const time = String(call?.headers['larksong-time']);
  expect(Math.abs(Date.now() / 1000 - Number(time))).toBeLessThan(60);
  // As docs/operations/told.md describes it.
  const signature = createHmac('sha256', Buffer.from(secret ?? '', 'hex'))
    .update(`${time}.${call?.body}`)
    .digest('hex');
  expect(call?.headers['larksong-signature']).toBe(`sha256=${signature}`);
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    isTrial: true,
    began: [],
    site: { name: 'Larksong' },
  });
});

test('a call follows no redirect, and says why it was not accepted, but never what was answered', async () => {
  const target = { url: url(), secret: '00' };
  answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
  expect(await callWebhook(target, MESSAGE)).toBe('It answered with the status 302.');
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
  answer = (response) => response.writeHead(500).end('a secret of the other side');
  expect(await callWebhook(target, MESSAGE)).toBe('It answered with the status 500.');
  answer = () => {};
  expect(await callWebhook(target, MESSAGE, 50)).toMatch(/^It did not answer within/);
  answer = (response) => {
    response.writeHead(200);
    response.write('without an end');
  };
  expect(await callWebhook(target, MESSAGE)).toBeNull();
  const nowhere = { url: 'http://127.0.0.1:9/', secret: '00' };
  expect(await callWebhook(nowhere, MESSAGE)).toMatch(/^It could not be reached/);
});

test('a key that cannot be read any more is said to whoever tries, and nothing is called', async () => {
  await put(url());
  await service.db
    .updateTable('told_settings')
    .set({ webhook_url: `${url()}/moved` })
    .execute();
  const problem = expect.stringMatching(/^The key of the signatures cannot be read any more\./);
  expect((await superadmin(auth.tryToldWebhook, {})).data).toEqual({ problem });
  expect(received).toEqual([]);
});

test('a call that fails is made three times, and then no more', async () => {
  await put(url());
  answer = (response) => response.writeHead(503).end();
  const { db } = service;
  const telling = { at: new Date(), began: [], ended: [], recipients: [], hasMails: false, hasWebhook: true };
  await db.transaction().execute((trx) => createTelling(trx, telling));
  const deps = {
    db,
    logger: createTestLogger(),
    readWebhook: async () => ({ url: url(), secret: '00' }),
    describeSite: async () => MESSAGE.site,
  };
  const read = async () => (await superadmin(auth.getTold, {})).data.tellings[0]?.webhook;
  for (let round = 1; round <= 5; round += 1) {
    await db
      .updateTable('tellings')
      .set({ webhook_due_at: new Date(0) })
      .execute();
    await makeCalls(deps, new AbortController().signal);
    expect(received).toHaveLength(Math.min(round, 3));
  }
  expect(await read()).toEqual({ state: 'failed', problem: 'It answered with the status 503.' });
  expect(new Set(received.map(({ body }) => (JSON.parse(body) as WebhookMessage).id)).size).toBe(1);
});
