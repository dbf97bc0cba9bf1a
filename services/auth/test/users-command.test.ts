import { auth } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Context } from '../src/commands/command.ts';
import { rotateKeys } from '../src/commands/rotate-keys.ts';
import { users } from '../src/commands/users.ts';
import { readCommandConfig } from '../src/config.ts';
import { AUTH_SECRET, PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let context: Context;

beforeAll(async () => {
  service = await startFreshAuth({ INVITATION_DAYS: '5' });
  const environment = { DATABASE_URL: service.databaseUrl, AUTH_SECRET, PUBLIC_URL: 'https://songs.example' };
  context = {
    db: service.db,
    config: readCommandConfig({ ...environment, INVITATION_DAYS: '5' }),
    note: () => {},
  };
});
afterAll(async () => service?.stop());
beforeEach(async () => {
  await service.db.updateTable('users').set({ role: 'user' }).execute();
});

const run = async (...args: string[]) => users(args)(context);

/** Returns the result of a command that has a link to show. */
const runForLink = async (...args: string[]) => {
  const { data } = await run(...args);
  return new URL((data as { link: string }).link); // as the commands with --show-link return it
};

const signIn = (email: string, password = PASSWORD) =>
  service.call(auth.login, { body: { email, password } }).then(
    ({ data }) => data.user,
    (error: { code?: string }) => error.code,
  );

const choosePassword = (link: URL, password: string) =>
  service.call(auth.resetPassword, { body: { token: link.searchParams.get('token') ?? '', password } });

/** Has the service look for mails at once. */
const sendNow = () => service.call(auth.forgotPassword, { body: { email: 'nobody@people.example' } });

/** Returns the latest entry of the audit log. */
async function latestEntry() {
  const { rows } = await sql<Record<string, unknown>>`
    select actor_id, actor_name, action, subject_id, before, after from audit_entries
    order by number desc limit 1`.execute(service.db);
  return rows[0];
}

const BY_COMMAND = { actor_id: null, actor_name: 'command line' };

describe('users create', () => {
  test('a created account gets a mail whose link chooses the password and confirms the email', async () => {
    const { text } = await run('create', 'Mira.Lark+songs@School.example');
    const email = 'mira.lark+songs@school.example';
    expect(text).toContain(`The account ${email} was created, with the username mira.lark.`);
    expect(text).toContain('5 days');
    await sendNow();
    const [mail] = await service.mailbox.waitFor(email);
    expect(mail).toMatchObject({ subject: 'Your account on Larksong' });
    expect(mail?.text).toContain('for 5 days');
    await choosePassword(new URL(mail?.link ?? ''), 'chosen by mira');
    expect(await signIn(email, 'chosen by mira')).toMatchObject({ role: 'user', emailVerified: true });
    expect(await latestEntry()).toMatchObject({
      ...BY_COMMAND,
      action: 'account.create',
      after: { role: 'user' },
    });
  });

  test('the link of a created account can be shown instead, and no mail is sent', async () => {
    const email = 'tom@school.example';
    const link = await runForLink('create', email, '--role', 'superadmin', '--name', 'Tom_1', '--show-link');
    expect(link.href).toMatch(/^https:\/\/songs\.example\/reset-password\?token=/);
    await choosePassword(link, 'chosen by tom');
    expect(await signIn(email, 'chosen by tom')).toMatchObject({ role: 'superadmin', username: 'Tom_1' });
    expect((await service.mailbox.list()).filter(({ to }) => to === email)).toEqual([]);
  });

  test('an email and a username belong to one account', async () => {
    const { user } = await registerSomebody(service);
    await expect(run('create', user.email)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(run('create', 'new@people.example', '--name', user.username)).rejects.toThrow(
      `The username ${user.username} is already taken. Choose another one with --name.`,
    );
  });

  test.each([
    [['create', 'new@people.example', '--role', 'king'], 'The role must be user, teacher or superadmin'],
    [['create', 'new@people.example', '--name', 'a b'], 'A username must have 3 to 32'],
    [['create', 'é@people.example'], 'Choose one with --name.'],
    [['create', 'new@people.example', '--password-stdin', '--show-link'], 'not both'],
    [['create', 'new@people.example', 'secret'], '"secret" is one argument too many.'],
    [['set-password', 'new@people.example', 'secret'], '"secret" is one argument too many.'],
    [['set-role', 'new@people.example'], 'An argument is missing.'],
    [['delete', 'new@people.example', '--keep-videos', '--delete-videos'], 'not both'],
    [['sing'], 'There is no command "users sing".'],
  ])('the arguments %j are refused before anything is done', (args, sentence) => {
    expect(() => users(args)).toThrow(sentence);
  });
});

test('the accounts are listed for people and for programs', async () => {
  const { user } = await registerSomebody(service);
  const { text, data } = await run('list');
  expect(text.split('\n')).toContain(`${user.email}\t${user.username}\tuser\tnot verified`);
  expect(data).toContainEqual(expect.objectContaining({ id: user.id, email: user.email, isDisabled: false }));
});

test('the command rotate-keys publishes a new key', async () => {
  expect((await rotateKeys([])(context)).text).toMatch(/^A new key is published\. It will be used in 330 s/);
  expect((await rotateKeys([])(context)).text).toMatch(/^A new key is already published\./);
  const { keys } = (await service.app.inject({ url: '/.well-known/jwks.json' })).json();
  expect(keys).toHaveLength(2);
});

test('a role is set, but the last superadmin keeps it', async () => {
  const { user } = await registerSomebody(service);
  const { user: other } = await registerSomebody(service);
  const { text } = await run('set-role', user.email.toUpperCase(), 'superadmin');
  expect(text).toBe(`${user.email} is a superadmin now.`);
  expect(await latestEntry()).toMatchObject({
    ...BY_COMMAND,
    action: 'account.update',
    subject_id: user.id,
    before: { role: 'user' },
    after: { role: 'superadmin' },
  });
  expect((await run('set-role', user.email, 'superadmin')).text).toMatch('is a superadmin already.');
  for (const args of [
    ['set-role', user.email, 'user'],
    ['disable', user.email],
    ['delete', user.email],
  ])
    await expect(run(...args)).rejects.toMatchObject({ code: 'LAST_SUPERADMIN' });
  await run('set-role', other.email, 'superadmin');
  expect((await run('set-role', user.email, 'user')).data).toMatchObject({ account: { role: 'user' } });
});

test('a disabled account is signed out and stays out until it is enabled', async () => {
  const { user, accessToken } = await registerSomebody(service);
  expect((await run('disable', user.email)).text).toBe(`${user.email} is disabled now.`);
  await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
  expect(await signIn(user.email)).toBe('ACCOUNT_DISABLED');
  expect((await run('disable', user.email)).text).toBe(`${user.email} is disabled already.`);
  await expect(run('reset-password', user.email)).rejects.toThrow('is disabled. Enable it first');
  await run('enable', user.email);
  expect(await latestEntry()).toMatchObject({ action: 'account.update', after: { isDisabled: false } });
  expect(await signIn(user.email)).toMatchObject({ id: user.id });
});

test('a reset mail is sent, or its link shown', async () => {
  const { user } = await registerSomebody(service);
  await service.mailbox.waitFor(user.email);
  await run('reset-password', user.email);
  expect(await latestEntry()).toMatchObject({ ...BY_COMMAND, action: 'account.send-reset' });
  await sendNow();
  const mail = (await service.mailbox.waitFor(user.email, 2)).at(-1);
  expect(mail?.link.pathname).toBe('/reset-password');
  await choosePassword(await runForLink('reset-password', user.email, '--show-link'), 'chosen with a link');
  expect(await signIn(user.email, 'chosen with a link')).toMatchObject({ id: user.id });
});

test.each([
  ['--keep-videos', false],
  ['--delete-videos', true],
])('users delete %s deletes the account and has catalog told of it', async (option, deletesVideos) => {
  const { user, accessToken } = await registerSomebody(service);
  await run('delete', user.email, option);
  await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
  expect(await signIn(user.email)).toBe('INVALID_CREDENTIALS');
  const departure = await service.db
    .selectFrom('departures')
    .select(['email', 'deletes_videos'])
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  expect(departure).toEqual({ email: user.email, deletes_videos: deletesVideos });
  expect(await latestEntry()).toMatchObject({
    ...BY_COMMAND,
    action: 'account.delete',
    subject_id: user.id,
    after: { deletesVideos, nests: 0 },
  });
});
