import { auth } from '@larksong/contracts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { AUTH_SECRET, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(async () => service?.stop());

const COMMAND = join(import.meta.dirname, '..', 'src', 'command.ts');

function run(args: string[], settings: Record<string, string> = {}) {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATABASE_URL: service.databaseUrl,
    AUTH_SECRET,
    PUBLIC_URL: 'https://songs.example',
    ...settings,
  };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env: environment }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

const roleOf = async (id: string) =>
  (await service.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role;

test('promote and demote change the role but never remove the last superadmin', async () => {
  const { user } = await registerSomebody(service);
  expect(await run(['promote', user.email.toUpperCase()])).toEqual({
    code: 0,
    out: `${user.email} is a superadmin now.\n`,
    err: '',
  });
  expect(await roleOf(user.id)).toBe('superadmin');
  expect((await run(['promote', user.email])).out).toBe(`${user.email} is a superadmin already.\n`);
  const last = await run(['demote', user.email]);
  expect(last).toMatchObject({ code: 1, out: '', err: expect.stringContaining('only superadmin') });
  const { user: other } = await registerSomebody(service);
  await run(['promote', other.email]);
  expect(await run(['demote', user.email])).toMatchObject({ code: 0 });
  expect(await roleOf(user.id)).toBe('user');
});

test('the command list shows all accounts', async () => {
  const { user } = await registerSomebody(service);
  const { out } = await run(['list']);
  expect(out.split('\n')).toContain(`${user.email}\t${user.username}\tuser\tnot verified`);
});

test('the command reset sends the mail with the link', async () => {
  const { user } = await registerSomebody(service);
  await service.mailbox.waitFor(user.email);
  const { out } = await run(['reset', user.email]);
  expect(out).toBe(`A mail to choose a new password is on its way to ${user.email}.\n`);
  const mail = (await service.mailbox.waitFor(user.email, 2)).at(-1);
  expect(mail?.link.pathname).toBe('/reset-password');
});

test('reset-link shows a link that sets a new password', async () => {
  const { user } = await registerSomebody(service);
  const { out } = await run(['reset-link', user.email]);
  const link = new URL(out.trim().split('\n').at(-1) ?? '');
  expect(link.href).toMatch(/^https:\/\/songs\.example\/reset-password\?token=/);
  const password = 'chosen with the link';
  await service.call(auth.resetPassword, { body: { token: link.searchParams.get('token') ?? '', password } });
  await expect(service.call(auth.login, { body: { email: user.email, password } })).resolves.toHaveProperty(
    'data',
  );
});

test('the command rotate-keys publishes a new key', async () => {
  expect((await run(['rotate-keys'])).out).toMatch(/^A new key is published\. It will be used in 330 s/);
  expect((await run(['rotate-keys'])).out).toMatch(
    /^A new key is already published\. It will be used in 3\d\d s/,
  );
  const { keys } = (await service.app.inject({ url: '/.well-known/jwks.json' })).json();
  expect(keys).toHaveLength(2);
});

test.each([
  [[], {}, /^Use one of these:\n {2}promote/],
  [['sing'], {}, /^There is no command "sing"\./],
  [['promote'], {}, /^Please name an email: promote <email>/],
  [['promote', 'nobody@people.example'], {}, /^There is no account with the email nobody@people\.example\./],
  [['list'], { DATABASE_URL: '' }, /DATABASE_URL is missing/],
  [['list'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/auth' }, /^The command failed: .*ECONNREFUSED/],
])('the command %j with the settings %j fails with a sentence', async (args, settings, message) => {
  const { code, out, err } = await run(args, settings);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^ {4}at /m);
});
