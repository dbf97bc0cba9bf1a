import { randomInt, randomUUID } from 'node:crypto';

import { auth, status } from '@larksong/contracts';
import { emptyTestRedis } from '@larksong/service-kit/testing';
import { afterEach, expect, test } from 'vitest';

import { somewhere } from './attempt.ts';
import {
  PASSWORD,
  registerSomebody,
  startAuth,
  startFreshAuth,
  SUPERADMIN,
  type RunningAuth,
} from './start-auth.ts';

let open: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.toReversed()) await each.stop();
  open = [];
});

/** Starts two processes of a site on which four people may register in an hour. */
async function startTwo() {
  const settings = {
    ...SUPERADMIN,
    REDIS_URL: await emptyTestRedis(12),
    SITE_REGISTRATIONS_PER_HOUR: '4',
    MAIL_DIR: '',
  };
  const one = await startFreshAuth(settings);
  open.push(one);
  const two = await startAuth(one.databaseUrl, settings);
  open.push(two);
  return [one, two] as const;
}

async function register(service: RunningAuth, more: object = {}) {
  const name = `pupil-${randomUUID().slice(0, 12)}`;
  const response = await service.app.inject({
    method: 'POST',
    url: auth.register.path,
    headers: { 'x-forwarded-for': somewhere() },
    payload: { username: name, email: `${name}@people.example`, password: PASSWORD, ...more },
  });
  return { name, response };
}

async function headOf(service: RunningAuth) {
  const body = { email: SUPERADMIN.SUPERADMIN_EMAIL, password: SUPERADMIN.SUPERADMIN_PASSWORD };
  return service.callAs((await service.call(auth.login, { body })).data.accessToken);
}

test('after as many registrations as a site allows in an hour, people need an invitation', async () => {
  const [one, two] = await startTwo();
  const first = await register(one);
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await register(two, { username: first.name })).response.statusCode).toBe(409);
  for (const service of [two, one, two]) expect((await register(service)).response.statusCode).toBe(201);
  for (const service of [one, two]) {
    const { response } = await register(service);
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({
      success: false,
      code: 'TOO_MANY_REGISTRATIONS',
      message: expect.stringContaining('invit'),
    });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(3000);
  }
  const head = await headOf(one);
  const email = `${randomUUID()}@people.example`;
  await head(auth.createInvitation, { body: { email } });
  await expect
    .poll(async () => (await head(auth.listKeptMails, { query: {} })).data.mails.map(({ to }) => to))
    .toContain(email);
  const { mails } = (await head(auth.listKeptMails, { query: {} })).data;
  const link = new URL(mails.find(({ to }) => to === email)?.link ?? '');
  const invited = await register(two, { email, inviteToken: link.searchParams.get('invite') });
  expect(invited.response.statusCode).toBe(201);
  const { figures } = (await one.callInternal(status.getAuthStatus, {})).data;
  expect(figures?.registrations).toEqual({ lastHour: 4, mostPerHour: 4 });
});

test('a link for a new password stays above the mails of many registrations', async () => {
  const [one] = await startTwo();
  const head = await headOf(one);
  const list = async (query = {}) => (await head(auth.listKeptMails, { query })).data;
  // Mails are sent side by side, so each waits until the one before is kept.
  const untilKept = (count: number) => expect.poll(async () => (await list()).mails.length).toBe(count);
  const { name } = await register(one);
  await untilKept(1);
  await register(one);
  await untilKept(2);
  const email = `${name}@people.example`;
  await one.call(auth.forgotPassword, { body: { email } });
  await untilKept(3);
  await register(one);
  await untilKept(4);
  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ limit: 1, ...(cursor ? { cursor } : {}) });
    pages.push(...page.mails.map(({ subject, to }) => (to === email ? subject : 'of somebody else')));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual([
    'Choose a new password',
    'of somebody else',
    'of somebody else',
    'Please confirm your email',
  ]);
});

test('registrations are limited for each address', async () => {
  const service = await startFreshAuth();
  open.push(service);
  const limited = await startAuth(service.databaseUrl, { REGISTRATIONS_PER_HOUR: '2' });
  const address = () => `203.0.${randomInt(256)}.${randomInt(256)}`;
  open.push(limited);
  const { user } = await registerSomebody(service);
  const taken = { email: user.email, username: user.username, password: PASSWORD };
  const attempt = (from: string, payload: object = taken) =>
    limited.app.inject({
      method: 'POST',
      url: auth.register.path,
      headers: { 'x-forwarded-for': from },
      payload,
    });
  const from = address();
  // A typing error reveals nothing and is not counted.
  for (let each = 0; each < 3; each += 1)
    expect((await attempt(from, { username: 'x' })).statusCode).toBe(400);
  expect((await attempt(from)).statusCode).toBe(409);
  expect((await attempt(from)).statusCode).toBe(409);
  const third = await attempt(from);
  expect(third.statusCode).toBe(429);
  expect(third.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await attempt(address())).statusCode).toBe(409);
});
