import { auth } from '@larksong/contracts';
import { startStopwatch, testRedisUrl } from '@larksong/service-kit/testing';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { attempt as attemptAt, newcomer as someNewcomer, somewhere, unknownEmail } from './attempt.ts';
import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

type Auth = Awaited<ReturnType<typeof startFreshAuth>>;
let service: Auth;

afterEach(async () => service?.stop());

/** A separate database, since other test files fail sign-ins from the same address. */
const OWN_REDIS = { REDIS_URL: testRedisUrl(11) };
const RULES = { ...OWN_REDIS, SIGN_IN_FREE_FAILURES: '5', SIGN_IN_FAILURES_PER_ADDRESS: '100' };
/** Nothing listens there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };

const newcomer = () => someNewcomer(service);
const attempt = (email: string, password: string, address = somewhere()) =>
  attemptAt(service, { email, password, address });

describe('an account', () => {
  test('an account waits after five failures from one address, exactly like an unknown one', async () => {
    service = await startFreshAuth(RULES);
    for (const email of [await newcomer(), unknownEmail()]) {
      const address = somewhere();
      const answers = [];
      for (let round = 0; round < 7; round += 1)
        answers.push(await attempt(email, 'wrong password', address));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect(answers[5]).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(answers[5]?.retryAfter).toBeGreaterThanOrEqual(4);
      expect(answers[5]?.retryAfter).toBeLessThanOrEqual(5);
      // The right password waits too; otherwise that would reveal it.
      expect(await attempt(email, PASSWORD, address)).toMatchObject({ status: 429 });
      expect(await attempt(email, 'wrong password')).toMatchObject({ status: 401 });
    }
  });

  test('an account can sign in after the delay, which resets its failures', async () => {
    service = await startFreshAuth({
      ...OWN_REDIS,
      SIGN_IN_FREE_FAILURES: '2',
      SIGN_IN_LONGEST_DELAY_SECONDS: '2',
    });
    const email = await newcomer();
    const address = somewhere();
    await attempt(email, 'wrong password', address);
    await attempt(email, 'wrong password', address);
    const refused = await attempt(email, PASSWORD, address);
    expect(refused.status).toBe(429);
    expect([1, 2]).toContain(refused.retryAfter);
    await expect
      .poll(async () => (await attempt(email, PASSWORD, address)).status, { timeout: 10_000, interval: 100 })
      .toBe(200);
    expect(await attempt(email, 'wrong password', address)).toMatchObject({ status: 401 });
    expect(await attempt(email, PASSWORD, address)).toMatchObject({ status: 200 });
  });

  test('an account is not slowed by many successful sign-ins, even simultaneous ones', async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt(email, PASSWORD, '10.9.8.7')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('guesses from rotating addresses are checked only up to the hourly limit of the account', async () => {
    service = await startFreshAuth({
      ...RULES,
      SIGN_IN_TRIES_PER_ACCOUNT: '20',
      PASSWORD_HASHES_AT_ONCE: '4',
    });
    const email = await newcomer();
    const answers = [];
    for (let round = 0; round < 50; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, () => attempt(email, 'wrong password')))));
    const tried = answers.filter(({ status }) => status === 401).length;
    const refused = answers.filter(({ status }) => status === 429);
    process.stdout.write(`sign-in, 400 guesses from 400 networks: ${tried} were checked\n`);
    expect(tried).toBe(20);
    expect(refused).toHaveLength(380);
    for (const { retryAfter } of refused) expect(retryAfter).toBeGreaterThan(0);
  });

  test('simultaneous guesses from one address get five tries', async () => {
    service = await startFreshAuth(RULES);
    const [email, address] = [await newcomer(), somewhere()];
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => attempt(email, 'wrong password', address)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  test('a signed-in attacker gets no more tries at the current password', async () => {
    service = await startFreshAuth(RULES);
    const { accessToken } = await registerSomebody(service);
    const email = unknownEmail();
    await service.db.updateTable('users').set({ email }).execute();
    const guess = (currentPassword: string) =>
      service
        .callAs(accessToken)(auth.changePassword, {
          body: { currentPassword, newPassword: 'a new password 1' },
        })
        .then(
          () => 'changed',
          (error: { code: string }) => error.code,
        );
    const codes = [];
    for (let round = 0; round < 6; round += 1) codes.push(await guess('wrong password'));
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'WRONG_PASSWORD'), 'TOO_MANY_REQUESTS']);
  });
});

describe('an address with many failures', () => {
  const SLOW_AFTER_FOUR = {
    ...OWN_REDIS,
    SIGN_IN_FAILURES_PER_ADDRESS: '4',
    SIGN_IN_SLOW_ADDRESS_SECONDS: '60',
  };
  const fail = async (address: string, times: number) => {
    for (let round = 0; round < times; round += 1)
      expect(await attempt(unknownEmail(), 'wrong password', address)).toMatchObject({ status: 401 });
  };

  test('an address with many failures is slowed, but not for accounts without failures there', async () => {
    service = await startFreshAuth(SLOW_AFTER_FOUR);
    const [pupil, teacher, head] = [await newcomer(), await newcomer(), await newcomer()];
    const address = somewhere();
    for (let round = 0; round < 6; round += 1)
      expect(await attempt(teacher, PASSWORD, address)).toMatchObject({ status: 200 });
    expect(await attempt(pupil, 'wrong password', address)).toMatchObject({ status: 401 });
    await fail(address, 3);
    // The pupil continues: one more try in sixty seconds.
    expect(await attempt(pupil, 'wrong password', address)).toMatchObject({ status: 401 });
    const slowed = await attempt(pupil, 'wrong password', address);
    expect(slowed).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(slowed.retryAfter).toBeGreaterThanOrEqual(1);
    expect(slowed.retryAfter).toBeLessThanOrEqual(60);
    for (const email of [teacher, head, teacher])
      expect(await attempt(email, PASSWORD, address)).toMatchObject({ status: 200 });
  });

  test('an address with many failures has one guess at another account per interval', async () => {
    service = await startFreshAuth(SLOW_AFTER_FOUR);
    const address = somewhere();
    await fail(address, 5);
    const sprayed = [];
    for (let round = 0; round < 20; round += 1)
      sprayed.push(await attempt(unknownEmail(), 'wrong password', address));
    expect(sprayed.every(({ status, retryAfter }) => status === 429 && retryAfter > 0)).toBe(true);
  });

  test('failures of an IPv6 subscriber are counted for the whole /64', async () => {
    service = await startFreshAuth({ ...SLOW_AFTER_FOUR, REGISTRATIONS_PER_HOUR: '2' });
    const prefix = somewhere().split('::')[0];
    const statuses = [];
    for (let host = 1; host <= 20; host += 1)
      statuses.push((await attempt(unknownEmail(), 'wrong password', `${prefix}::${host}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    const registrations = [];
    for (let host = 1; host <= 4; host += 1) {
      const response = await service.app.inject({
        method: 'POST',
        url: auth.register.path,
        headers: { 'x-forwarded-for': `${prefix}::1:${host}` },
        payload: { username: `ada-${host}`, email: unknownEmail(), password: PASSWORD },
      });
      registrations.push(response.statusCode);
    }
    expect(registrations).toEqual([201, 201, 429, 429]);
  });
});

test('without Redis each process counts for itself, with stricter limits', async () => {
  service = await startFreshAuth({ ...RULES, ...NO_REDIS });
  const email = await newcomer();
  const statuses = [];
  const address = somewhere();
  for (let round = 0; round < 5; round += 1)
    statuses.push((await attempt(email, 'wrong password', address)).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  const other = await newcomer();
  expect(await attempt(other, PASSWORD)).toMatchObject({ status: 200 });
});

test('a Redis that stops responding delays one sign-in for a second, and the next ones not at all', async () => {
  const door = await openFreezingDoor(new URL(OWN_REDIS.REDIS_URL));
  service = await startFreshAuth({ ...RULES, REDIS_URL: door.url });
  const email = await newcomer();
  expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
  door.freeze();
  const times: number[] = [];
  const startedAt = performance.now();
  let firstDelayMs = 0;
  for (let round = 0; round < 3; round += 1) {
    const elapsedMs = startStopwatch();
    expect(await attempt(email, PASSWORD)).toMatchObject({ status: 200 });
    times.push(elapsedMs());
    firstDelayMs ||= performance.now() - startedAt;
  }
  process.stdout.write(`sign-in without an answer of Redis: ${times.map(Math.round).join(', ')} ms\n`);
  expect(firstDelayMs).toBeGreaterThan(900);
  expect(times[0]).toBeLessThan(3000);
  expect(Math.max(...times.slice(1))).toBeLessThan(900);
  await door.close();
});

/** Opens a proxy to a server that can be made to swallow everything. */
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
