import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

const HEAD = {
  SUPERADMIN_EMAIL: 'head@school.example',
  SUPERADMIN_USERNAME: 'head',
  SUPERADMIN_PASSWORD: 'first password of the head',
};
const NEW_TEACHER = { isTrusted: false, editsLetters: false, quotaBytes: null };

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let head: ReturnType<typeof service.callAs>;

beforeAll(async () => {
  service = await startFreshAuth(HEAD);
  const body = { email: HEAD.SUPERADMIN_EMAIL, password: HEAD.SUPERADMIN_PASSWORD };
  head = service.callAs((await service.call(auth.login, { body })).data.accessToken);
});
afterAll(async () => service?.stop());

type Change = Parameters<typeof head<typeof auth.updateAccount>>[1]['body'];

const change = async (id: string, body: Change) =>
  (await head(auth.updateAccount, { params: { id }, body })).data.account;

const claimsOf = async ({ refreshToken }: auth.Tokens) => {
  const { data } = await service.call(auth.refreshToken, { body: { refreshToken } });
  return decodeJwt(data.accessToken);
};

const sessionOf = async (accessToken: string) => {
  const id = String(decodeJwt(accessToken)['sid']);
  return (await service.callInternal(auth.getSession, { params: { id } })).data;
};

describe('a teacher', () => {
  test('a teacher keeps the role user and has a claim and a session state of a teacher', async () => {
    const signedIn = await registerSomebody(service);
    expect(signedIn.user).toMatchObject({ role: 'user', teacher: null });
    expect(decodeJwt(signedIn.accessToken)).not.toHaveProperty('teacher');
    expect(await change(signedIn.user.id, { teacher: {} })).toMatchObject({
      role: 'user',
      teacher: NEW_TEACHER,
    });
    expect(await sessionOf(signedIn.accessToken)).toMatchObject({
      active: true,
      user: { role: 'user', teacher: NEW_TEACHER },
    });
    expect(await claimsOf(signedIn)).toMatchObject({ role: 'user', teacher: true });
    const { data } = await service.callAs(signedIn.accessToken)(auth.getProfile, {});
    expect(data.user.teacher).toEqual(NEW_TEACHER);
  });

  test('what a teacher may do changes one by one and ends with null', async () => {
    const { user } = await registerSomebody(service);
    await change(user.id, { teacher: { isTrusted: true } });
    await change(user.id, { teacher: { quotaBytes: 5_000_000_000_000 } });
    const account = await change(user.id, { teacher: { editsLetters: true } });
    expect(account.teacher).toEqual({ isTrusted: true, editsLetters: true, quotaBytes: 5_000_000_000_000 });
    expect((await change(user.id, { isDisabled: true })).teacher).toEqual(account.teacher);
    expect((await change(user.id, { teacher: null })).teacher).toBeNull();
    // Nothing comes back with the role.
    expect((await change(user.id, { teacher: {} })).teacher).toEqual(NEW_TEACHER);
  });

  test('somebody whom a role vouched for may still write comments without it, until that is taken back', async () => {
    const [teacher, superadmin] = [await registerSomebody(service), await registerSomebody(service)];
    const isVerified = async ({ user: { id } }: auth.SignedIn) =>
      (await service.callInternal(auth.readAuthor, { params: { id } })).data.author?.isVerified;
    await change(teacher.user.id, { teacher: {} });
    await change(superadmin.user.id, { role: 'superadmin' });
    expect(await change(teacher.user.id, { teacher: null })).toMatchObject({ isConfirmed: true });
    await change(superadmin.user.id, { role: 'user' });
    expect([await isVerified(teacher), await isVerified(superadmin)]).toEqual([true, true]);
    await change(teacher.user.id, { isConfirmed: false });
    expect(await isVerified(teacher)).toBe(false);
  });

  test('a superadmin is no teacher, neither with the role nor after it', async () => {
    const { user } = await registerSomebody(service);
    await change(user.id, { teacher: { isTrusted: true } });
    expect(await change(user.id, { role: 'superadmin' })).toMatchObject({ teacher: null });
    await expect(change(user.id, { teacher: {} })).rejects.toMatchObject({
      status: 400,
      reason: 'account.superadmin-is-no-teacher',
    });
    expect(await change(user.id, { role: 'user' })).toMatchObject({ role: 'user', teacher: null });
    expect(await change(user.id, { role: 'user', teacher: {} })).toMatchObject({ teacher: NEW_TEACHER });
  });

  test.each([-1, 1.5, Number.MAX_VALUE])('a limit of space of %d is refused', async (quotaBytes) => {
    const { user } = await registerSomebody(service);
    await expect(change(user.id, { teacher: { quotaBytes } })).rejects.toMatchObject({ status: 400 });
  });

  test('the list of one role has its accounts and no others', async () => {
    const [plain, teacher, superadmin] = [
      (await registerSomebody(service)).user,
      (await registerSomebody(service)).user,
      (await registerSomebody(service)).user,
    ];
    await change(teacher.id, { teacher: {} });
    await change(superadmin.id, { role: 'superadmin' });
    const listed = async (role: auth.GivenRole) => {
      const { accounts } = (await head(auth.listAccounts, { query: { role, limit: 50 } })).data;
      return [plain, teacher, superadmin].filter(({ id }) => accounts.some((account) => account.id === id));
    };
    expect(await listed('user')).toEqual([plain]);
    expect(await listed('teacher')).toEqual([teacher]);
    expect(await listed('superadmin')).toEqual([superadmin]);
    const query = { role: 'teacher', q: superadmin.username } as const;
    expect((await head(auth.listAccounts, { query })).data.accounts).toEqual([]);
  });

  test('somebody invited as a teacher is one', async () => {
    const email = `${randomUUID()}@people.example`;
    const { data } = await head(auth.createInvitation, { body: { email, role: 'teacher' } });
    expect(data.invitation.role).toBe('teacher');
    const [mail] = await service.mailbox.waitFor(email);
    const username = `guest-${randomUUID().slice(0, 20)}`;
    const body = { email, username, password: PASSWORD, inviteToken: mail?.token ?? '' };
    const signedIn = (await service.call(auth.register, { body })).data;
    expect(signedIn.user).toMatchObject({ role: 'user', teacher: NEW_TEACHER });
    expect(decodeJwt(signedIn.accessToken)).toMatchObject({ role: 'user', teacher: true });
  });
});

test('nobody can verify an email of a site without a mail server', async () => {
  const { user } = await registerSomebody(service);
  const { author } = (await service.callInternal(auth.readAuthor, { params: { id: user.id } })).data;
  expect(author).toMatchObject({ isVerified: false, canVerify: false });
});
