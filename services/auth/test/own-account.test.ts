import { auth } from '@larksong/contracts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(async () => service?.stop());

const signIn = async (email: string, password = PASSWORD) =>
  (await service.call(auth.login, { body: { email, password } })).data;
const isAlive = (accessToken: string) =>
  service
    .callAs(accessToken)(auth.getProfile, {})
    .then(
      () => true,
      (error: { status: number }) => (error.status === 401 ? false : Promise.reject(error)),
    );

test('visitors can read the settings of registration', async () => {
  expect((await service.call(auth.getAuthSettings, {})).data).toEqual({ registration: 'open' });
});

describe('a display name', () => {
  test('a display name can be set, is trimmed, is visible to other services, and can be removed', async () => {
    const { accessToken, user } = await registerSomebody(service);
    const call = service.callAs(accessToken);
    const { data } = await call(auth.updateProfile, { body: { displayName: '  Ada Löwe ' } });
    expect(data.user).toEqual({ ...user, displayName: 'Ada Löwe' });
    expect((await call(auth.getProfile, {})).data.user.displayName).toBe('Ada Löwe');
    const names = await service.callInternal(auth.listUserNames, { body: { ids: [user.id] } });
    expect(names.data.users[0]?.displayName).toBe('Ada Löwe');
    const back = await call(auth.updateProfile, { body: { displayName: null } });
    expect(back.data.user.displayName).toBeNull();
  });

  test.each([
    { displayName: 'x'.repeat(61) },
    { displayName: 'Ada\u001b[31m' },
    { displayName: 'Ada\nLöwe' },
    { displayName: 'Ada\u202eewöL' },
    { displayName: ['a', 'b'] },
    {},
  ])('the display name in %j is rejected with a sentence', async (payload) => {
    const { accessToken } = await registerSomebody(service);
    const response = await service.app.inject({
      method: 'PATCH',
      url: auth.updateProfile.path,
      headers: { authorization: `Bearer ${accessToken}` },
      payload,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/display name|displayName/);
  });

  test('a display name of spaces counts as none', async () => {
    const { accessToken } = await registerSomebody(service);
    const { data } = await service.callAs(accessToken)(auth.updateProfile, { body: { displayName: '   ' } });
    expect(data.user.displayName).toBeNull();
  });
});

describe('a new password', () => {
  test('a new password replaces the old one and ends the other sessions', async () => {
    const one = await registerSomebody(service);
    const other = await signIn(one.user.email);
    await service.call(auth.forgotPassword, { body: { email: one.user.email } });
    const [, mail] = await service.mailbox.waitFor(one.user.email, 2);
    const { message } = await service.callAs(one.accessToken)(auth.changePassword, {
      body: { currentPassword: PASSWORD, newPassword: 'another password' },
    });
    expect(message).toMatch(/signed out everywhere else/);
    expect(await isAlive(one.accessToken)).toBe(true);
    expect(await isAlive(other.accessToken)).toBe(false);
    await expect(signIn(one.user.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await expect(signIn(one.user.email, 'another password')).resolves.toHaveProperty('user');
    await expect(
      service.call(auth.resetPassword, { body: { token: mail?.token ?? '', password: 'a third password' } }),
    ).rejects.toMatchObject({ code: 'LINK_NOT_VALID' });
  });

  test.each([
    [{ currentPassword: 'wrong password', newPassword: 'another password' }, 'WRONG_PASSWORD'],
    [{ currentPassword: PASSWORD, newPassword: 'password1' }, 'VALIDATION_FAILED'],
    [{ currentPassword: PASSWORD, newPassword: 'short' }, 'VALIDATION_FAILED'],
    [{ currentPassword: '', newPassword: 'another password' }, 'VALIDATION_FAILED'],
  ])('the change of the password %j is rejected without effect', async (body, code) => {
    const one = await registerSomebody(service);
    const other = await signIn(one.user.email);
    await expect(service.callAs(one.accessToken)(auth.changePassword, { body })).rejects.toMatchObject({
      status: 400,
      code,
    });
    expect(await isAlive(other.accessToken)).toBe(true);
    await expect(signIn(one.user.email)).resolves.toHaveProperty('user');
  });

  test('a change of the password leaves no session that was started with the old one at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await registerSomebody(service);
      const attempts = [
        signIn(one.user.email),
        service.callAs(one.accessToken)(auth.changePassword, {
          body: { currentPassword: PASSWORD, newPassword: 'another password' },
        }),
        signIn(one.user.email),
        signIn(one.user.email),
      ];
      await Promise.allSettled(attempts);
      const { data } = await service.callAs(one.accessToken)(auth.listSessions, {});
      expect(data.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
    }
  });
});

describe('sessions', () => {
  test('sessions are listed with their user agent, most recently used first', async () => {
    const one = await registerSomebody(service);
    const response = await service.app.inject({
      method: 'POST',
      url: auth.login.path,
      headers: { 'user-agent': `Songbird/1.0 ${'x'.repeat(1000)}` },
      payload: { email: one.user.email, password: PASSWORD },
    });
    expect(response.statusCode).toBe(200);
    const before = await service.callAs(one.accessToken)(auth.listSessions, {});
    expect(before.data.sessions).toMatchObject([
      { isCurrent: false, userAgent: expect.stringMatching(/^Songbird\/1\.0 x+$/) },
      { isCurrent: true },
    ]);
    expect(before.data.sessions[0]?.userAgent).toHaveLength(300);
    await service.call(auth.refreshToken, { body: { refreshToken: one.refreshToken } });
    const after = await service.callAs(one.accessToken)(auth.listSessions, {});
    expect(after.data.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    const [used] = after.data.sessions;
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(used?.createdAt ?? ''));
  });

  test('a session can be ended by its owner only', async () => {
    const one = await registerSomebody(service);
    const other = await signIn(one.user.email);
    const stranger = await registerSomebody(service);
    const { data } = await service.callAs(one.accessToken)(auth.listSessions, {});
    const id = data.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const end = (accessToken: string, target: string) =>
      service.callAs(accessToken)(auth.endSession, { params: { id: target } });
    const notFound = { status: 404, code: 'SESSION_NOT_FOUND' };
    await expect(end(stranger.accessToken, id)).rejects.toMatchObject(notFound);
    await expect(end(one.accessToken, randomUUID())).rejects.toMatchObject(notFound);
    expect(await isAlive(other.accessToken)).toBe(true);
    await end(one.accessToken, id);
    expect(await isAlive(other.accessToken)).toBe(false);
    expect(await isAlive(one.accessToken)).toBe(true);
    await expect(end(one.accessToken, id)).rejects.toMatchObject(notFound);
    await expect(
      service.call(auth.refreshToken, { body: { refreshToken: other.refreshToken } }),
    ).rejects.toMatchObject({ status: 401 });
  });

  test('all other sessions, or all sessions, can be ended', async () => {
    const one = await registerSomebody(service);
    const others = await Promise.all([signIn(one.user.email), signIn(one.user.email)]);
    const stranger = await registerSomebody(service);
    await service.callAs(one.accessToken)(auth.endOtherSessions, {});
    for (const other of others) expect(await isAlive(other.accessToken)).toBe(false);
    expect(await isAlive(one.accessToken)).toBe(true);
    await service.callAs(one.accessToken)(auth.endOtherSessions, { query: { all: true } });
    expect(await isAlive(one.accessToken)).toBe(false);
    expect(await isAlive(stranger.accessToken)).toBe(true);
  });
});

test('calls about the own account require a token', async () => {
  const calls = [
    service.call(auth.updateProfile, { body: { displayName: 'x' } }),
    service.call(auth.changePassword, { body: { currentPassword: 'x', newPassword: 'another password' } }),
    service.call(auth.deleteAccount, { body: { password: PASSWORD } }),
    service.call(auth.listSessions, {}),
    service.call(auth.endSession, { params: { id: randomUUID() } }),
    service.call(auth.endOtherSessions, {}),
  ];
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({ status: 'rejected', reason: { status: 401 } });
});
