import { auth } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { carryOutDeletions } from '../src/accounts/carry-out-deletions.ts';
import { saveAnnouncement } from '../src/announcement/store.ts';
import type { Context } from '../src/commands/command.ts';
import { record } from '../src/commands/command.ts';
import { users } from '../src/commands/users.ts';
import { readCommandConfig } from '../src/config.ts';
import { AUTH_SECRET, PASSWORD, registerSomebody, startFreshAuth, SUPERADMIN } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let head: auth.SignedIn;
let context: Context;

beforeAll(async () => {
  service = await startFreshAuth(SUPERADMIN);
  const { SUPERADMIN_EMAIL: email, SUPERADMIN_PASSWORD: password } = SUPERADMIN;
  head = (await service.call(auth.login, { body: { email, password } })).data;
  const environment = { DATABASE_URL: service.databaseUrl, AUTH_SECRET, PUBLIC_URL: 'https://songs.example' };
  context = { db: service.db, config: readCommandConfig(environment), note: () => {} };
});
afterAll(async () => service?.stop());

const asHead = () => service.callAs(head.accessToken);
const plan = async (id: string, videos?: 'keep' | 'delete') =>
  (await asHead()(auth.planDeletion, { params: { id }, body: videos ? { videos } : {} })).data.account;
const undo = async (id: string) => (await asHead()(auth.undoDeletion, { params: { id } })).data.account;
const update = (
  id: string,
  body: { role?: auth.Role; teacher?: Partial<auth.Teacher>; isDisabled?: boolean },
) => asHead()(auth.updateAccount, { params: { id }, body });
const signIn = (email: string) =>
  service.call(auth.login, { body: { email, password: PASSWORD } }).then(
    ({ data }) => data.user.id,
    (error: { code?: string }) => error.code,
  );
const findAccount = async (id: string) =>
  (await asHead()(auth.listAccounts, { query: { q: id } })).data.accounts[0];
const run = async (...args: string[]) => (await users(args)(context)).text;

/** Registers somebody whose first mail has arrived. */
async function register(language: 'pl' | null = null) {
  const someone = await registerSomebody(service);
  await service.mailbox.waitFor(someone.user.email);
  if (language) await service.callAs(someone.accessToken)(auth.putOwnLanguage, { body: { language } });
  return someone;
}

/** Lets the seven days of an account pass, and carries out what is due. */
async function pass(id: string): Promise<void> {
  await service.db
    .updateTable('account_deletions')
    .set({ due_at: sql<Date>`due_at - interval '7 days'` })
    .where('user_id', '=', id)
    .execute();
  await carryOut();
}

const carryOut = () => carryOutDeletions(service.db, { logger: createTestLogger(), onDeparture: () => {} });

/** Returns the actions of the audit log about an account, newest first, each with its author. */
async function listActions(id: string): Promise<string[]> {
  const { rows } = await sql<{ action: string; actor: string }>`
    select action, actor_name as actor from audit_entries where subject_id = ${id} order by number desc`.execute(
    service.db,
  );
  return rows.map(({ action, actor }) => `${action} by ${actor}`);
}

describe('an account that a superadmin deletes', () => {
  test('it is disabled for seven days, its owner is told in their language, and then it is gone', async () => {
    const { user, accessToken } = await register('pl');
    const account = await plan(user.id);
    const days = (Date.parse(account.deletedFrom ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(account).toMatchObject({ isDisabled: true });
    await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    expect(await signIn(user.email)).toBe('ACCOUNT_DISABLED');
    const [, mail] = await service.mailbox.waitFor(user.email, 2);
    const day = new Intl.DateTimeFormat('pl', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain('Osoby prowadzące serwis Larksong usuną Twoje konto');
    expect(mail?.text).toContain(day.format(new Date(account.deletedFrom ?? '')));
    expect(await findAccount(user.id)).toEqual(account);

    await carryOut();
    expect(await findAccount(user.id)).toEqual(account);
    await pass(user.id);
    expect(await findAccount(user.id)).toBeUndefined();
    expect(await signIn(user.email)).toBe('INVALID_CREDENTIALS');
    const { rows: departures } = await sql`
      select email, deletes_videos from departures where user_id = ${user.id}`.execute(service.db);
    expect(departures).toEqual([{ email: user.email, deletes_videos: false }]);
    expect(await listActions(user.id)).toEqual([
      'account.delete by the site',
      'account.plan-deletion by head',
    ]);
  });

  test('its videos are deleted with it if that was chosen', async () => {
    const { user } = await register();
    await plan(user.id, 'delete');
    await pass(user.id);
    const departure = await service.db
      .selectFrom('departures')
      .select('deletes_videos')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    expect(departure?.deletes_videos).toBe(true);
  });

  test('any superadmin undoes it within the seven days, and its owner is told that the account stays', async () => {
    const { user } = await register();
    const teacher = { isTrusted: true, editsLetters: false, quotaBytes: 1000 };
    await update(user.id, { teacher });
    await plan(user.id);
    await service.mailbox.waitFor(user.email, 2);
    const other = await register();
    await update(other.user.id, { role: 'superadmin' });
    const { data } = await service.callAs(other.accessToken)(auth.undoDeletion, { params: { id: user.id } });
    expect(data.account).toMatchObject({ isDisabled: false, deletedFrom: null, teacher });
    expect(await signIn(user.email)).toBe(user.id);
    const mail = (await service.mailbox.waitFor(user.email, 3)).at(-1);
    expect(mail?.subject).toBe('Your account on Larksong stays');
    expect(mail?.text).toContain('You can sign in again');
    await pass(user.id);
    expect(await findAccount(user.id)).toMatchObject({ id: user.id });
    await expect(undo(user.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'account.deletion-not-planned',
    });
    expect((await listActions(user.id))[0]).toBe(`account.undo-deletion by ${other.user.username}`);
    await update(other.user.id, { role: 'user' });
  });

  test('an account that was disabled before stays disabled when its deletion is undone', async () => {
    const { user } = await register();
    await update(user.id, { isDisabled: true });
    await plan(user.id);
    await service.mailbox.waitFor(user.email, 2);
    expect(await undo(user.id)).toMatchObject({ isDisabled: true, deletedFrom: null });
    const mail = (await service.mailbox.waitFor(user.email, 3)).at(-1);
    expect(mail?.text).toContain('It was disabled before');
  });

  test('an account is not planned to be deleted twice, nor enabled before that is undone', async () => {
    const { user } = await register();
    await plan(user.id);
    const planned = { code: 'CONFLICT', reason: 'account.deletion-planned' };
    await expect(plan(user.id)).rejects.toMatchObject(planned);
    await expect(update(user.id, { isDisabled: false })).rejects.toMatchObject(planned);
    await undo(user.id);
  });

  test('the own account and the last superadmin are not deleted like this', async () => {
    await expect(plan(head.user.id)).rejects.toMatchObject({ reason: 'account.delete-own-elsewhere' });
    await expect(run('delete', SUPERADMIN.SUPERADMIN_EMAIL, '--later')).rejects.toMatchObject({
      code: 'LAST_SUPERADMIN',
    });
    await expect(plan('0198f3c2-7a1e-7d40-b1c9-000000000009')).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
  });

  test('a superadmin who is to be deleted leaves no invitation behind', async () => {
    const { user, accessToken } = await register();
    await update(user.id, { role: 'superadmin' });
    const { data } = await service.callAs(accessToken)(auth.createInvitation, {
      body: { email: 'friend@people.example', role: 'superadmin' },
    });
    await plan(user.id);
    const { data: list } = await asHead()(auth.listInvitations, {});
    expect(list.invitations.map(({ id }) => id)).not.toContain(data.invitation.id);
    await pass(user.id);
    expect(await findAccount(user.id)).toBeUndefined();
  });

  test('an account that a service of the version before enabled is not deleted', async () => {
    const { user } = await register();
    await plan(user.id);
    await service.db.updateTable('users').set({ disabled_at: null }).where('id', '=', user.id).execute();
    expect(await findAccount(user.id)).toMatchObject({ isDisabled: false, deletedFrom: null });
    await pass(user.id);
    expect(await findAccount(user.id)).toMatchObject({ id: user.id });
    expect(await plan(user.id)).toMatchObject({ isDisabled: true });
  });

  test('a read-only site deletes nobody until it is writable again', async () => {
    const { user } = await register();
    await plan(user.id);
    await saveAnnouncement(service.db, { isReadOnly: true }, record);
    await pass(user.id);
    expect(await findAccount(user.id)).toMatchObject({ id: user.id });
    await saveAnnouncement(service.db, { isReadOnly: false, message: '' }, record);
    await carryOut();
    expect(await findAccount(user.id)).toBeUndefined();
  });

  test('twelve processes that carry out deletions at once delete each account once', async () => {
    const people = [await register(), await register(), await register()];
    for (const { user } of people) await plan(user.id);
    await service.db
      .updateTable('account_deletions')
      .set({ due_at: sql<Date>`now() - interval '1 hour'` })
      .execute();
    await Promise.all(Array.from({ length: 12 }, carryOut));
    for (const { user } of people)
      expect((await listActions(user.id)).filter((action) => action.startsWith('account.delete'))).toEqual([
        'account.delete by the site',
      ]);
  });
});

describe('the commands', () => {
  test('users delete --later plans a deletion, users list shows it, and users keep undoes it', async () => {
    const { user } = await register();
    expect(await run('delete', user.email, '--later')).toMatch(/is disabled and will be deleted on 20\d\d-/);
    expect(await run('list')).toMatch(new RegExp(`^${user.email}\t.*\tdeleted on 20`, 'm'));
    expect(await run('keep', user.email)).toContain('It can sign in again.');
    expect(await listActions(user.id)).toEqual([
      'account.undo-deletion by command line',
      'account.plan-deletion by command line',
    ]);
  });
});

test('the metrics count planned deletions and say how long the oldest is overdue', async () => {
  const { user } = await register();
  await plan(user.id);
  const { body } = await service.app.inject({ url: '/metrics' });
  expect(body).toMatch(/^auth_planned_deletions\{?.*\}? [1-9]/m);
  expect(body).toMatch(/^auth_overdue_deletion_seconds\{?.*\}? 0$/m);
});
