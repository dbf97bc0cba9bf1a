import { auth } from '@larksong/contracts';
import { createRedis, createTokenVerifier, listEndedSessions } from '@larksong/service-kit';
import { createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import type { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let redis: Redis;
let sessionOf: (accessToken: string) => Promise<string>;

beforeAll(async () => {
  const logger = createTestLogger();
  service = await startFreshAuth();
  redis = createRedis({ url: testRedisUrl(1), kind: 'fail-fast', logger });
  const verify = createTokenVerifier(new URL(`${service.baseUrl}/.well-known/jwks.json`), logger);
  sessionOf = async (accessToken) => (await verify(accessToken)).sessionId;
});
afterAll(async () => {
  redis?.disconnect();
  await service?.stop();
});

const signIn = async (email: string) =>
  (await service.call(auth.login, { body: { email, password: PASSWORD } })).data;

describe('announcements of ended sessions', () => {
  test('a signed-out session is announced in Redis before the response', async () => {
    const { accessToken } = await registerSomebody(service);
    await service.callAs(accessToken)(auth.logout, {});
    expect(await listEndedSessions(redis)).toContain(await sessionOf(accessToken));
  });

  test('auth lists the sessions that have just ended, and no others', async () => {
    const [{ accessToken }, other] = [await registerSomebody(service), await registerSomebody(service)];
    const list = async () => (await service.callInternal(auth.listEndedSessions, {})).data.ids;
    const ids = [await sessionOf(accessToken), await sessionOf(other.accessToken)];
    expect(await list()).not.toContain(ids[0]);
    await service.callAs(accessToken)(auth.logout, {});
    expect(await list()).toContain(ids[0]);
    expect(await list()).not.toContain(ids[1]);
    await service.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(Date.now() - 121_000) })
      .where('id', '=', ids[0] ?? '')
      .execute();
    expect(await list()).not.toContain(ids[0]);
  });

  test('a session ended by another session, by id, with all others, or by a new password, is announced in Redis', async () => {
    const { accessToken, user } = await registerSomebody(service);
    const call = service.callAs(accessToken);
    const [one, two, three] = [await signIn(user.email), await signIn(user.email), await signIn(user.email)];
    const ids = await Promise.all([one, two, three].map((session) => sessionOf(session.accessToken)));
    await call(auth.endSession, { params: { id: ids[0] ?? '' } });
    expect(await listEndedSessions(redis)).toContain(ids[0]);
    await call(auth.endOtherSessions, { query: {} });
    expect(await listEndedSessions(redis)).toEqual(expect.arrayContaining(ids));
    const four = await signIn(user.email);
    await call(auth.changePassword, {
      body: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    });
    const ended = await listEndedSessions(redis);
    expect(ended).toContain(await sessionOf(four.accessToken));
    expect(ended).not.toContain(await sessionOf(accessToken));
  });
});

test('the sessions of a deleted account are announced in Redis before the response', async () => {
  const { accessToken, user } = await registerSomebody(service);
  const other = await signIn(user.email);
  await service.callAs(accessToken)(auth.deleteAccount, { body: { password: PASSWORD } });
  const ids = await Promise.all([accessToken, other.accessToken].map(sessionOf));
  expect(await listEndedSessions(redis)).toEqual(expect.arrayContaining(ids));
});

describe('more sessions than an account may have', () => {
  const countSessions = async (db: Awaited<ReturnType<typeof startFreshAuth>>['db'], userId: string) =>
    (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

  test('a further sign-in ends the least recently used session at once', async () => {
    const few = await startFreshAuth({ SESSIONS_PER_ACCOUNT: '3' });
    try {
      const first = await registerSomebody(few);
      const { email } = first.user;
      const signInTo = async () => (await few.call(auth.login, { body: { email, password: PASSWORD } })).data;
      const [second, third] = [await signInTo(), await signInTo()];
      const refreshed = (await few.call(auth.refreshToken, { body: { refreshToken: first.refreshToken } }))
        .data;
      const secondId = decodeJwt(second.accessToken)['sid'];
      const fourth = await signInTo();
      expect(await listEndedSessions(redis)).toContain(secondId);
      await expect(few.callAs(second.accessToken)(auth.getProfile, {})).rejects.toMatchObject({
        status: 401,
      });
      const { refreshToken } = second;
      await expect(few.call(auth.refreshToken, { body: { refreshToken } })).rejects.toMatchObject({
        code: 'INVALID_REFRESH_TOKEN',
      });
      for (const { accessToken } of [refreshed, third, fourth])
        await expect(few.callAs(accessToken)(auth.getProfile, {})).resolves.toHaveProperty('data.user');
    } finally {
      await few.stop();
    }
  });

  test('sign-ins at the same time, and signing in and out, leave no more rows than sessions are allowed', async () => {
    const few = await startFreshAuth({ SESSIONS_PER_ACCOUNT: '3' });
    try {
      const { user } = await registerSomebody(few);
      const body = { email: user.email, password: PASSWORD };
      const found = await Promise.all(Array.from({ length: 12 }, () => few.call(auth.login, { body })));
      expect(await countSessions(few.db, user.id)).toBe(3);
      const alive = await Promise.all(
        found.map(({ data }) =>
          few
            .callAs(data.accessToken)(auth.getProfile, {})
            .then(
              () => true,
              () => false,
            ),
        ),
      );
      expect(alive.filter(Boolean)).toHaveLength(3);
      for (let round = 0; round < 5; round += 1) {
        const { data } = await few.call(auth.login, { body });
        await few.callAs(data.accessToken)(auth.logout, {});
      }
      expect(await countSessions(few.db, user.id)).toBe(3);
    } finally {
      await few.stop();
    }
  });
});

test('sign-out works while Redis is unavailable', async () => {
  const without = await startFreshAuth({ REDIS_URL: 'redis://127.0.0.1:1' });
  try {
    const { accessToken } = await registerSomebody(without);
    await expect(without.callAs(accessToken)(auth.logout, {})).resolves.toMatchObject({
      message: 'You are signed out.',
    });
  } finally {
    await without.stop();
  }
});
