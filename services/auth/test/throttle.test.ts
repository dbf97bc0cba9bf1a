import { changePassword, forgotPassword, login, resendVerification } from '@larksong/contracts';
import { testRedisUrl } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

type Auth = Awaited<ReturnType<typeof startFreshAuth>>;
let auth: Auth;

afterEach(async () => auth?.stop());

/** The other files of auth fail to sign in from the same address, and count elsewhere. */
const OWN_REDIS = { REDIS_URL: testRedisUrl(11) };
const RULES = { ...OWN_REDIS, SIGN_IN_FREE_FAILURES: '5', SIGN_IN_FAILURES_PER_ADDRESS: '100' };
/** Nothing listens there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };

const somewhere = () =>
  `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::${randomInt(1, 65_536).toString(16)}`;
const unknownEmail = () => `${randomUUID()}@people.example`;

async function newcomer(): Promise<string> {
  // Failures are counted by email, and the tests share one Redis.
  const { user } = await registerSomebody(auth);
  const email = unknownEmail();
  await auth.db.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  return email;
}

async function attempt(email: string, password: string, address = somewhere()) {
  const response = await auth.app.inject({
    method: 'POST',
    url: login.path,
    headers: { 'x-forwarded-for': address },
    payload: { email, password },
  });
  return {
    status: response.statusCode,
    code: response.json().code as string | undefined,
    retryAfter: Number(response.headers['retry-after'] ?? 0),
  };
}

describe('an account', () => {
  test('waits after five failures, wherever they come from, and is known by nothing in that', async () => {
    auth = await startFreshAuth(RULES);
    for (const email of [await newcomer(), unknownEmail()]) {
      const codes = [];
      for (let round = 0; round < 7; round += 1) codes.push(await attempt(email, 'wrong password'));
      expect(codes.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect(codes[5]).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(codes[5]?.retryAfter).toBeGreaterThanOrEqual(4);
      expect(codes[5]?.retryAfter).toBeLessThanOrEqual(5);
      // The right password waits, too: else it would tell itself.
      expect(await attempt(email, PASSWORD)).toMatchObject({ status: 429 });
    }
  });

  test('gets in again after the delay, and starts anew then', async () => {
    auth = await startFreshAuth({
      ...OWN_REDIS,
      SIGN_IN_FREE_FAILURES: '2',
      SIGN_IN_LONGEST_DELAY_SECONDS: '2',
    });
    const email = await newcomer();
    await attempt(email, 'wrong password');
    await attempt(email, 'wrong password');
    const refused = await attempt(email, PASSWORD);
    expect(refused.status).toBe(429);
    expect([1, 2]).toContain(refused.retryAfter);
    await expect
      .poll(async () => (await attempt(email, PASSWORD)).status, { timeout: 10_000, interval: 100 })
      .toBe(200);
    expect(await attempt(email, 'wrong password')).toMatchObject({ status: 401 });
    expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
  });

  test('is not slowed by signing in often, also at once', async () => {
    auth = await startFreshAuth(RULES);
    const email = await newcomer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, PASSWORD, '10.9.8.7')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('guessed at 400 times with rotating addresses is guessed at a few times', async () => {
    auth = await startFreshAuth({ ...RULES, PASSWORD_HASHES_AT_ONCE: '4' });
    const email = await newcomer();
    const statuses: number[] = [];
    for (let round = 0; round < 50; round += 1) {
      const batch = await Promise.all(Array.from({ length: 8 }, () => attempt(email, 'wrong password')));
      statuses.push(...batch.map(({ status }) => status));
    }
    const tried = statuses.filter((status) => status === 401).length;
    process.stdout.write(`sign-in, 400 guesses at once and in turn: ${tried} were checked\n`);
    expect(tried).toBeGreaterThanOrEqual(4);
    expect(tried).toBeLessThanOrEqual(12);
  });

  test('gives a signed-in guesser no more tries at the current password', async () => {
    auth = await startFreshAuth(RULES);
    const { accessToken } = await registerSomebody(auth);
    const email = unknownEmail();
    await auth.db.updateTable('users').set({ email }).execute();
    const guess = (currentPassword: string) =>
      auth
        .callAs(accessToken)(changePassword, { body: { currentPassword, newPassword: 'a new password 1' } })
        .then(
          () => 'changed',
          (error: { code: string }) => error.code,
        );
    const codes = [];
    for (let round = 0; round < 6; round += 1) codes.push(await guess('wrong password'));
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'WRONG_PASSWORD'), 'TOO_MANY_REQUESTS']);
  });
});

test('an address has so many failures in an hour, and successes do not count', async () => {
  auth = await startFreshAuth({ ...OWN_REDIS, SIGN_IN_FAILURES_PER_ADDRESS: '4' });
  const email = await newcomer();
  const address = somewhere();
  for (let round = 0; round < 6; round += 1)
    expect(await attempt(email, PASSWORD, address)).toMatchObject({ status: 200 });
  for (let round = 0; round < 4; round += 1)
    expect(await attempt(unknownEmail(), 'wrong password', address)).toMatchObject({ status: 401 });
  const refused = await attempt(email, PASSWORD, address);
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.retryAfter).toBeGreaterThan(3000);
  expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
});

test.each([
  ['with Redis', OWN_REDIS, 3],
  ['without Redis', NO_REDIS, 1],
])('only so many mails are sent to one email, and nobody is told: %s', async (_, settings, allowed) => {
  auth = await startFreshAuth({ MAILS_PER_ACCOUNT: '3', ...settings });
  const { user } = await registerSomebody(auth);
  const email = unknownEmail();
  await auth.mailbox.waitFor(user.email);
  await auth.db.updateTable('users').set({ email }).execute();
  const answers = [];
  for (let round = 0; round < 6; round += 1) {
    const endpoint = round % 2 ? resendVerification : forgotPassword;
    const response = await auth.app.inject({ method: 'POST', url: endpoint.path, payload: { email } });
    answers.push(response.statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
  await auth.mailbox.waitFor(email, allowed);
  await expect
    .poll(async () => (await sql`select 1 from mails`.execute(auth.db)).rows.length, { timeout: 10_000 })
    .toBe(0);
  expect((await auth.mailbox.list()).filter(({ to }) => to === email)).toHaveLength(allowed);
});

test('without Redis each process counts for itself, and sooner', async () => {
  auth = await startFreshAuth({ ...RULES, ...NO_REDIS });
  const email = await newcomer();
  const statuses = [];
  for (let round = 0; round < 5; round += 1) statuses.push((await attempt(email, 'wrong password')).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  const other = await newcomer();
  expect(await attempt(other, PASSWORD)).toMatchObject({ status: 200 });
});

test('a Redis that stops answering holds up one sign-in for a second, and the next ones not at all', async () => {
  const door = await openFreezingDoor(new URL(OWN_REDIS.REDIS_URL));
  auth = await startFreshAuth({ ...RULES, REDIS_URL: door.url });
  const email = await newcomer();
  expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
  door.freeze();
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
    times.push(performance.now() - startedAt);
  }
  process.stdout.write(`sign-in without an answer of Redis: ${times.map(Math.round).join(', ')} ms\n`);
  expect(times[0]).toBeGreaterThan(900);
  expect(times[0]).toBeLessThan(3000);
  expect(Math.max(...times.slice(1))).toBeLessThan(900);
  await door.close();
});

/** A way to a server that can be made to swallow everything. */
async function openFreezingDoor(target: URL) {
  let isFrozen = false;
  const sockets: Socket[] = [];
  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      from.on('data', (data) => isFrozen || to.write(data)).on('error', () => {});
      sockets.push(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port); // it listens on a port
  return {
    url: url.href,
    freeze: () => (isFrozen = true),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
