import { auth } from '@larksong/contracts';
import { testRedisUrl } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';

import { attempt as attemptAt, newcomer, somewhere, unknownEmail } from './attempt.ts';
import { PASSWORD, startFreshAuth } from './start-auth.ts';

type Auth = Awaited<ReturnType<typeof startFreshAuth>>;
type Where = { address?: string; cookie?: string | undefined };
let service: Auth;

afterEach(async () => service?.stop());

const OWN_REDIS = { REDIS_URL: testRedisUrl(13) };
/** Nothing listens there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };
const RULES = { ...OWN_REDIS, SIGN_IN_FREE_FAILURES: '5', SIGN_IN_TRIES_PER_ACCOUNT: '10' };

/** The default settings. */
const DEFAULTS = {
  ...RULES,
  SIGN_IN_TRIES_PER_ACCOUNT: '100',
  SIGN_IN_FAILURES_PER_ADDRESS: '100',
  PASSWORD_HASHES_AT_ONCE: '4',
};

const signIn = (email: string, where: Where = {}) =>
  attemptAt(service, { email, password: PASSWORD, ...where });
const guess = (email: string, where: Where = {}) =>
  attemptAt(service, { email, password: 'wrong password', ...where });

/** Guesses from many addresses until unknown places are refused. */
async function useUpTries(email: string): Promise<void> {
  let last = await guess(email);
  for (let round = 0; round < 20 && last.status === 401; round += 1) last = await guess(email);
  expect(last).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
}

/** Of eight guesses at a time. */
const ROUNDS = isLongRun ? 50 : 10;

describe('while one address sends hundreds of wrong passwords', () => {
  test('the owner of an attacked account signs in from another address, and from the same one on a known device', async () => {
    service = await startFreshAuth(DEFAULTS);
    const email = await newcomer(service);
    const attacker = somewhere();
    const { cookie } = await signIn(email);
    const times = { elsewhere: [] as number[], sameAddress: [] as number[] };
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const guesses = Array.from({ length: 8 }, () => guess(email, { address: attacker }));
      if (round % (ROUNDS / 5) === 1) {
        const [elsewhere, same] = await Promise.all([
          signIn(email),
          signIn(email, { address: attacker, cookie }),
        ]);
        expect([elsewhere.status, same.status]).toEqual([200, 200]);
        times.elsewhere.push(elsewhere.ms);
        times.sameAddress.push(same.ms);
      }
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
    }
    const checked = statuses.filter((status) => status === 401).length;
    const slowest = (values: number[]) => Math.round(Math.max(...values));
    process.stdout.write(
      `${8 * ROUNDS} guesses from one address: ${checked} checked; owner at most ${slowest(times.elsewhere)} ms elsewhere, ${slowest(times.sameAddress)} ms there\n`,
    );
    expect(Math.max(...times.elsewhere, ...times.sameAddress)).toBeLessThan(2000);
    // The growing delays admit one more now and then.
    expect(checked).toBeGreaterThanOrEqual(5);
    expect(checked).toBeLessThanOrEqual(9);
  });
});

describe('when all tries of unknown places are used up', () => {
  test('only known devices and networks can sign in once all tries of unknown places are used up', async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer(service);
    const home = somewhere();
    const { cookie } = await signIn(email, { address: home });
    await useUpTries(email);
    const unknown = await signIn(email);
    expect(unknown).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(unknown.retryAfter).toBeGreaterThan(3000);
    expect(await signIn(email, { cookie })).toMatchObject({ status: 200 });
    expect(await signIn(email, { address: home })).toMatchObject({ status: 200 });
    expect(await signIn(email, { cookie: `larksong_device=${'A'.repeat(43)}` })).toMatchObject({
      status: 429,
    });
  });

  test('known devices can sign in without Redis too', async () => {
    service = await startFreshAuth({ ...RULES, ...NO_REDIS });
    const email = await newcomer(service);
    const { cookie } = await signIn(email);
    await useUpTries(email);
    expect(await signIn(email)).toMatchObject({ status: 429 });
    expect(await signIn(email, { cookie })).toMatchObject({ status: 200 });
  });

  test('a browser that used a reset link is known from then on', async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer(service);
    await service.call(auth.forgotPassword, { body: { email } });
    const [mail] = await service.mailbox.waitFor(email);
    const address = somewhere();
    for (let round = 0; round < 6; round += 1) await guess(email, { address });
    await useUpTries(email);
    const password = 'a new and longer password';
    const response = await service.app.inject({
      method: 'POST',
      url: auth.resetPassword.path,
      headers: { 'x-forwarded-for': address },
      payload: { token: mail?.token, password },
    });
    expect(response.headers['cache-control']).toBe('no-store');
    const cookie = response.headers['set-cookie']?.toString().split(';')[0];
    expect(await attemptAt(service, { email, password, address })).toMatchObject({ status: 200 });
    expect(await attemptAt(service, { email, password, cookie })).toMatchObject({ status: 200 });
  });

  test('after a change of the password, its browser is the only known one', async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer(service);
    const other = await signIn(email);
    const { data } = await service.call(auth.login, { body: { email, password: PASSWORD } });
    await useUpTries(email);
    const newPassword = 'a new and longer password';
    const response = await service.app.inject({
      method: 'POST',
      url: auth.changePassword.path,
      headers: { authorization: `Bearer ${data.accessToken}` },
      payload: { currentPassword: PASSWORD, newPassword },
    });
    expect(response.statusCode).toBe(200);
    const cookie = response.headers['set-cookie']?.toString().split(';')[0];
    expect(await attemptAt(service, { email, password: newPassword, cookie })).toMatchObject({ status: 200 });
    expect(await attemptAt(service, { email, password: newPassword, cookie: other.cookie })).toMatchObject({
      status: 429,
    });
  });
});

describe('a known device', () => {
  test("a known device has its own limited tries and does not use up others'", async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer(service);
    const [stolen, own] = [await signIn(email), await signIn(email)];
    const statuses = [];
    for (let round = 0; round < 30; round += 1)
      statuses.push((await guess(email, { cookie: stolen.cookie })).status);
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(8);
    expect(await signIn(email, { cookie: own.cookie })).toMatchObject({ status: 200 });
    expect(await signIn(email)).toMatchObject({ status: 200 });
  });

  test('a device may be known to several accounts, but is unknown to the others', async () => {
    service = await startFreshAuth(RULES);
    const [pupil, friend, teacher] = [
      await newcomer(service),
      await newcomer(service),
      await newcomer(service),
    ];
    const { cookie } = await signIn(pupil);
    expect((await signIn(friend, { cookie })).cookie).toBe(cookie);
    for (const email of [pupil, friend, teacher]) await useUpTries(email);
    expect(await signIn(pupil, { cookie })).toMatchObject({ status: 200 });
    expect(await signIn(friend, { cookie })).toMatchObject({ status: 200 });
    expect(await signIn(teacher, { cookie })).toMatchObject({ status: 429 });
  });

  test('a device stays known after signing out', async () => {
    service = await startFreshAuth(RULES);
    const email = await newcomer(service);
    const { data } = await service.call(auth.login, { body: { email, password: PASSWORD } });
    await service.callAs(data.accessToken)(auth.logout, {});
    await useUpTries(email);
    await expect(service.call(auth.login, { body: { email, password: PASSWORD } })).resolves.toHaveProperty(
      'data',
    );
  });
});

describe('the cookie of a device', () => {
  test('the device cookie is limited to auth, inaccessible to scripts and other sites, and secure on https', async () => {
    service = await startFreshAuth({ ...RULES, PUBLIC_URL: 'https://songs.example' });
    const { setCookie } = await signIn(await newcomer(service));
    expect(setCookie).toMatch(
      /^larksong_device=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    );
    const response = await service.app.inject({
      method: 'POST',
      url: auth.register.path,
      payload: { username: 'ada-of-home', email: unknownEmail(), password: PASSWORD },
    });
    expect(response.headers['set-cookie']).toMatch(/^larksong_device=/);
  });

  test('the device cookie is set after a success only and reveals nothing about other accounts', async () => {
    service = await startFreshAuth(RULES);
    const [email, disabled] = [await newcomer(service), await newcomer(service)];
    const { cookie, setCookie } = await signIn(email);
    expect(setCookie).not.toContain('Secure');
    await sql`update users set disabled_at = now() where email = ${disabled}`.execute(service.db);
    for (const answer of [
      await guess(email),
      await guess(email, { cookie }),
      await guess(unknownEmail(), { cookie }),
      await signIn(disabled, { cookie }),
    ])
      expect(answer.setCookie).toBeUndefined();
  });

  test('stored places reveal no address and do not link two accounts', async () => {
    service = await startFreshAuth(RULES);
    const [one, other] = [await newcomer(service), await newcomer(service)];
    const { cookie } = await signIn(one, { address: '192.0.2.77' });
    await signIn(other, { address: '192.0.2.77', cookie });
    const { rows } = await sql<{ fingerprint: Buffer; row: string }>`
      select fingerprint, known_places::text as row from known_places`.execute(service.db);
    expect(rows).toHaveLength(8); // including the two registrations
    expect(new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex'))).size).toBe(8);
    for (const { row } of rows) {
      expect(row).not.toContain('192.0.2.77');
      expect(row).not.toContain(cookie?.split('=')[1] ?? '?');
    }
  });
});

test('responses with tokens are not cacheable', async () => {
  service = await startFreshAuth(RULES);
  const email = await newcomer(service);
  const signedIn = await service.app.inject({
    method: 'POST',
    url: auth.login.path,
    payload: { email, password: PASSWORD },
  });
  expect(signedIn.headers['cache-control']).toBe('no-store');
  const { accessToken, refreshToken: token } = signedIn.json().data;
  const refreshed = await service.app.inject({
    method: 'POST',
    url: auth.refreshToken.path,
    payload: { refreshToken: token },
  });
  expect(refreshed.headers['cache-control']).toBe('no-store');
  expect(refreshed.headers['set-cookie']).toBeUndefined();
  await expect(service.callAs(accessToken)(auth.getProfile, {})).resolves.toHaveProperty('data');
});

/** Far more than the hashing turns. */
const FLOOD_NETWORKS = isLongRun ? 60 : 24;

test('a flood of guesses from many networks delays a known device only for a moment', async () => {
  // Longer than a busy machine lets any of them wait: too short a wait for a connection is refused like one for a turn.
  const patience = { PASSWORD_WAIT_SECONDS: '60', DATABASE_SILENCE_SECONDS: '60' };
  service = await startFreshAuth({ ...DEFAULTS, ...patience });
  const email = await newcomer(service);
  const { cookie, ms: alone } = await signIn(email);
  const ending = new AbortController();
  const answers = new Map<number, number>();
  const flood = Array.from({ length: FLOOD_NETWORKS }, async () => {
    while (!ending.signal.aborted) {
      const { status } = await guess(unknownEmail());
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  const times: number[] = [];
  try {
    for (let round = 0; round < 5; round += 1) {
      const answer = await signIn(email, { cookie });
      expect(answer.status).toBe(200);
      times.push(answer.ms);
    }
  } finally {
    ending.abort();
    await Promise.all(flood);
  }
  process.stdout.write(
    `sign-in under a flood from ${FLOOD_NETWORKS} networks: ${times.map(Math.round).join(', ')} ms (alone ${Math.round(alone)} ms; flood ${JSON.stringify([...answers])})\n`,
  );
  expect(Math.max(...times)).toBeLessThan(5000); // on a shared machine
});
