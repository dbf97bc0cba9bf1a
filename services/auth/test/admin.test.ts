import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { deleteEndedSessions } from '../src/sessions/store.ts';
import { PASSWORD, registerSomebody, startAuth, startFreshAuth, type RunningAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let head: auth.SignedIn;

const HEAD = {
  SUPERADMIN_EMAIL: 'head@school.example',
  SUPERADMIN_USERNAME: 'head',
  SUPERADMIN_PASSWORD: 'first password of the head',
};

beforeAll(async () => {
  service = await startFreshAuth(HEAD);
  head = await signInHead(service);
});
afterAll(async () => service?.stop());

async function signInHead(server: RunningAuth): Promise<auth.SignedIn> {
  const body = { email: HEAD.SUPERADMIN_EMAIL, password: HEAD.SUPERADMIN_PASSWORD };
  return (await server.call(auth.login, { body })).data;
}

const admin = () => service.callAs(head.accessToken);
const change = (id: string, body: { role?: 'user' | 'superadmin'; isDisabled?: boolean }) =>
  admin()(auth.updateAccount, { params: { id }, body });

describe('the list of accounts', () => {
  test('the list of accounts has all accounts, page by page, newest first', async () => {
    const people: string[] = [];
    for (let count = 0; count < 5; count += 1) people.push((await registerSomebody(service)).user.id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await admin()(auth.listAccounts, { query: { limit: 2, cursor } });
      expect(data.accounts.length).toBeLessThanOrEqual(2);
      seen.push(...data.accounts.map(({ id }) => id));
      cursor = data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.slice(0, 5)).toEqual(people.toReversed());
    expect(seen.at(-1)).toBe(head.user.id);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('accounts are searched by email and names, without wildcards', async () => {
    const { user } = await registerSomebody(service);
    await service.db
      .updateTable('users')
      .set({ display_name: 'Grace 100%_' })
      .where('id', '=', user.id)
      .execute();
    const find = async (q: string) =>
      (await admin()(auth.listAccounts, { query: { q } })).data.accounts.map(({ id }) => id);
    expect(await find(user.email.toUpperCase())).toEqual([user.id]);
    expect(await find('100%_')).toEqual([user.id]);
    expect(await find(' grace ')).toEqual([user.id]);
    expect(await find(user.id)).toEqual([user.id]);
    expect(await find('%\\_')).toEqual([]);
    expect(await find(randomUUID())).toEqual([]);
  });

  test('an account shows its latest use even if the session was deleted', async () => {
    const { user, accessToken } = await registerSomebody(service);
    const seen = async () => {
      const { data } = await admin()(auth.listAccounts, { query: { q: user.email } });
      return data.accounts[0]?.lastSeenAt;
    };
    const before = await seen();
    expect(Math.abs(Date.parse(before ?? '') - Date.now())).toBeLessThan(60_000);
    await service.callAs(accessToken)(auth.logout, {});
    await sql`update sessions set revoked_at = now() - interval '2 days' where user_id = ${user.id}`.execute(
      service.db,
    );
    await deleteEndedSessions(service.db, 30);
    const left = await service.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(left).toEqual([]);
    expect(await seen()).toBe(before);
  });

  test('the list of accounts rejects a malformed cursor', async () => {
    await expect(admin()(auth.listAccounts, { query: { cursor: 'x' } })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('an account', () => {
  test('a change of the role takes effect in other services at once', async () => {
    const { user, accessToken } = await registerSomebody(service);
    const roleElsewhere = async () => {
      const id = String(decodeJwt(accessToken)['sid']);
      return (await service.callInternal(auth.getSession, { params: { id } })).data.user?.role;
    };
    const { data } = await change(user.id, { role: 'superadmin' });
    expect(data.account).toMatchObject({ id: user.id, role: 'superadmin', isDisabled: false });
    expect(await roleElsewhere()).toBe('superadmin');
    const other = (await service.call(auth.login, { body: { email: user.email, password: PASSWORD } })).data;
    await expect(service.callAs(other.accessToken)(auth.listAccounts, {})).resolves.toHaveProperty('data');
    await change(user.id, { role: 'user' });
    expect(await roleElsewhere()).toBe('user');
    await expect(service.callAs(other.accessToken)(auth.listAccounts, {})).rejects.toMatchObject({
      status: 403,
    });
  });

  test('a disabled account loses its sessions and cannot sign in until it is enabled', async () => {
    const { user, accessToken } = await registerSomebody(service);
    const signIn = (password: string) => service.call(auth.login, { body: { email: user.email, password } });
    const { data } = await change(user.id, { isDisabled: true });
    expect(data.account.isDisabled).toBe(true);
    await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ status: 403, code: 'ACCOUNT_DISABLED' });
    await expect(signIn('wrong password')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await change(user.id, { isDisabled: false });
    await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(signIn(PASSWORD)).resolves.toHaveProperty('data');
  });

  test('a superadmin can send an account a reset link', async () => {
    const { user } = await registerSomebody(service);
    await admin()(auth.sendAccountReset, { params: { id: user.id } });
    const mails = await service.mailbox.waitFor(user.email, 2);
    expect(mails[1]?.link.pathname).toBe('/reset-password');
  });

  test('changing an unknown account throws USER_NOT_FOUND', async () => {
    const params = { id: randomUUID() };
    const notFound = { status: 404, code: 'USER_NOT_FOUND' };
    await expect(change(params.id, { role: 'user' })).rejects.toMatchObject(notFound);
    await expect(admin()(auth.sendAccountReset, { params })).rejects.toMatchObject(notFound);
  });
});

describe('the last superadmin', () => {
  const refused = { status: 409, code: 'LAST_SUPERADMIN', message: /only superadmin/ };

  test('the last superadmin keeps the role', async () => {
    await expect(change(head.user.id, { role: 'user' })).rejects.toMatchObject(refused);
    await expect(change(head.user.id, { isDisabled: true })).rejects.toMatchObject(refused);
    const { user } = await registerSomebody(service);
    await change(user.id, { role: 'superadmin' });
    await change(user.id, { isDisabled: true });
    await expect(change(head.user.id, { role: 'user' })).rejects.toMatchObject(refused);
    await expect(admin()(auth.getProfile, {})).resolves.toMatchObject({
      data: { user: { role: 'superadmin' } },
    });
  });

  test('two superadmins who demote each other at the same time leave one superadmin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user } = await registerSomebody(service);
      await change(user.id, { role: 'superadmin' });
      const { data: other } = await service.call(auth.login, {
        body: { email: user.email, password: PASSWORD },
      });
      const results = await Promise.allSettled([
        change(user.id, { role: 'user' }),
        service.callAs(other.accessToken)(auth.updateAccount, {
          params: { id: head.user.id },
          body: { isDisabled: true },
        }),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { rows } = await sql`
        select id from users where role = 'superadmin' and disabled_at is null`.execute(service.db);
      expect(rows).toHaveLength(1);
      await sql`update users set disabled_at = null where id = ${head.user.id}`.execute(service.db);
      await sql`update users set role = 'user' where id = ${user.id}`.execute(service.db);
      head = await signInHead(service);
    }
  });
});

describe('an invitation', () => {
  const invite = async (role?: 'user' | 'superadmin') => {
    const email = `${randomUUID()}@people.example`;
    const { data } = await admin()(auth.createInvitation, { body: { email, ...(role ? { role } : {}) } });
    const [mail] = await service.mailbox.waitFor(email);
    return { email, invitation: data.invitation, mail, inviteToken: mail?.token ?? '' };
  };
  const accept = (body: { email: string; inviteToken: string }, server: RunningAuth = service) =>
    server.call(auth.register, {
      body: { username: `guest-${randomUUID().slice(0, 20)}`, password: PASSWORD, ...body },
    });
  const notValid = { status: 400, code: 'INVITATION_NOT_VALID' };

  test('an invitation creates one account with a verified email and the role', async () => {
    const { email, inviteToken, mail, invitation } = await invite('superadmin');
    expect(mail?.link.pathname).toBe('/register');
    const open = await admin()(auth.listInvitations, {});
    expect(open.data.invitations).toContainEqual(invitation);
    const { data } = await accept({ email, inviteToken });
    expect(data.user).toMatchObject({ email, role: 'superadmin', emailVerified: true });
    await expect(accept({ email: `x${email}`, inviteToken })).rejects.toMatchObject(notValid);
    const left = await admin()(auth.listInvitations, {});
    expect(left.data.invitations).not.toContainEqual(invitation);
    await sql`update users set role = 'user' where email = ${email}`.execute(service.db);
  });

  test('an invitation is valid for its own email only, and for one account', async () => {
    const { email, inviteToken } = await invite();
    await expect(accept({ email: `other-${email}`, inviteToken })).rejects.toMatchObject(notValid);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => accept({ email, inviteToken })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a revoked, replaced or expired invitation is not valid', async () => {
    const first = await invite();
    await admin()(auth.deleteInvitation, { params: { id: first.invitation.id } });
    await expect(accept(first)).rejects.toMatchObject(notValid);
    await expect(
      admin()(auth.deleteInvitation, { params: { id: first.invitation.id } }),
    ).rejects.toMatchObject({
      code: 'INVITATION_NOT_FOUND',
    });
    const second = await invite();
    await admin()(auth.createInvitation, { body: { email: second.email } });
    const [, again] = await service.mailbox.waitFor(second.email, 2);
    await expect(accept(second)).rejects.toMatchObject(notValid);
    await accept({ email: second.email, inviteToken: again?.token ?? '' });
    const third = await invite();
    await sql`update invitations set expires_at = now()`.execute(service.db);
    await expect(accept(third)).rejects.toMatchObject(notValid);
  });

  test('an invitation to an existing account is rejected', async () => {
    const { user } = await registerSomebody(service);
    await expect(admin()(auth.createInvitation, { body: { email: user.email } })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
  });

  test('two simultaneous invitations to one email leave one', async () => {
    const email = `${randomUUID()}@people.example`;
    await Promise.all(Array.from({ length: 6 }, () => admin()(auth.createInvitation, { body: { email } })));
    const { data } = await admin()(auth.listInvitations, {});
    expect(data.invitations.filter((each) => each.email === email)).toHaveLength(1);
  });

  test('an invitation is required if registration is by invitation, and useless if it is closed', async () => {
    const { email, inviteToken } = await invite();
    const closed = await startAuth(service.databaseUrl, { REGISTRATION: 'closed' });
    const byInvitation = await startAuth(service.databaseUrl, { REGISTRATION: 'invite' });
    try {
      await expect(accept({ email, inviteToken }, closed)).rejects.toMatchObject({
        code: 'REGISTRATION_CLOSED',
      });
      const { accessToken } = await signInHead(closed);
      await expect(
        closed.callAs(accessToken)(auth.createInvitation, { body: { email: 'new@people.example' } }),
      ).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
      await expect(registerSomebody(byInvitation)).rejects.toMatchObject({
        status: 403,
        code: 'INVITATION_NEEDED',
      });
      await accept({ email, inviteToken }, byInvitation);
    } finally {
      await Promise.all([closed.stop(), byInvitation.stop()]);
    }
  });
});

test('calls of superadmins reject everybody else', async () => {
  const { user, accessToken } = await registerSomebody(service);
  const member = service.callAs(accessToken);
  for (const [call, status] of [
    [member, 403],
    [service.call, 401],
  ] as const) {
    const params = { id: user.id };
    const attempts = [
      call(auth.listAccounts, {}),
      call(auth.updateAccount, { params, body: { role: 'superadmin' } }),
      call(auth.sendAccountReset, { params }),
      call(auth.createInvitation, { body: { email: 'new@people.example', role: 'superadmin' } }),
      call(auth.listInvitations, {}),
      call(auth.deleteInvitation, { params }),
    ];
    for (const result of await Promise.allSettled(attempts))
      expect(result).toMatchObject({ status: 'rejected', reason: { status } });
  }
});
