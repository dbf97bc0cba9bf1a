import { execFile } from 'node:child_process';
import { join } from 'node:path';

import { auth } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { AUTH_SECRET, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(async () => service?.stop());

const COMMAND = join(import.meta.dirname, '..', 'src', 'command.ts');

/** Runs the program; `input` is its standard input. */
function run(args: string[], { settings = {}, input = '' }: { settings?: object; input?: string } = {}) {
  const environment = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATABASE_URL: service.databaseUrl,
    AUTH_SECRET,
    PUBLIC_URL: 'https://songs.example',
    ...settings,
  };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { env: environment }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

const signIn = async (email: string, password: string) =>
  (await service.call(auth.login, { body: { email, password } })).data;

test('a password comes from standard input, follows the rules, and ends the sessions before it', async () => {
  const email = 'olive@school.example';
  const create = (input: string, ...more: string[]) =>
    run(['users', 'create', email, '--role', 'superadmin', '--password-stdin', ...more], { input });
  expect(await create('password1')).toMatchObject({ code: 1, err: expect.stringContaining('too common') });
  const made = await create('a song for olive\n', '--json');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(made.out)).toMatchObject({
    account: { email, username: 'olive', role: 'superadmin', emailVerified: false, isDisabled: false },
  });
  expect(made.out).not.toContain('a song for olive');
  const session = await signIn(email, 'a song for olive');
  expect(await run(['users', 'set-password', email], { input: 'another song\r\n' })).toEqual({
    code: 0,
    out: `The password of ${email} was changed. The account is signed out everywhere.\n`,
    err: '',
  });
  await expect(service.callAs(session.accessToken)(auth.getProfile, {})).rejects.toMatchObject({
    status: 401,
  });
  await expect(signIn(email, 'a song for olive')).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  await signIn(email, 'another song');
  const { rows } = await sql`select actor_name, action from audit_entries order by number`.execute(
    service.db,
  );
  expect(rows).toEqual([
    { actor_name: 'command line', action: 'account.create' },
    { actor_name: 'command line', action: 'account.set-password' },
  ]);
});

test.each(
  firstKinds<[string[], object, number, RegExp]>('KINDS', 1, [
    [['users', 'create', 'olive'], {}, 2, /^Enter a valid email\.\nusers --help explains/],
    [['users', 'enable', 'nobody@people.example'], {}, 1, /^There is no account with the email nobody@/],
    [[], {}, 2, /^Use one of these:\n\nusers/],
    [['users', 'list'], { DATABASE_URL: '' }, 1, /DATABASE_URL is missing/],
    [
      ['users', 'list'],
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/auth' },
      1,
      /^The command failed: .*ECONNREFUSED/,
    ],
  ]),
)(
  'the command %j with the settings %j ends with code %i and a sentence',
  async (args, settings, code, message) => {
    const result = await run(args, { settings });
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toMatch(message);
    expect(result.err).not.toMatch(/^ {4}at /m);
  },
);
