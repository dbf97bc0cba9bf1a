import { auth } from '@larksong/contracts';
import { createRecordingLogger, createTestDatabase } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { sweep } from '../src/sweep.ts';
import { startSmtpServer } from './smtp-server.ts';
import {
  AUTH_SECRET,
  PASSWORD,
  registerSomebody,
  startAuth,
  SUPERADMIN,
  type RunningAuth,
} from './start-auth.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let open: { stop(): Promise<void> }[];

beforeEach(async () => {
  open = [];
  database = await createTestDatabase(migrations);
});
afterEach(async () => {
  for (const each of open.toReversed()) await each.stop();
  await database.drop();
});

async function start(settings: Record<string, string> = {}) {
  const recording = createRecordingLogger('auth');
  const service = await startAuth(database.url, { ...SUPERADMIN, ...settings }, { logger: recording.logger });
  open.push(service);
  return { auth: service, lines: recording.lines };
}

async function headOf(service: RunningAuth) {
  const body = { email: SUPERADMIN.SUPERADMIN_EMAIL, password: SUPERADMIN.SUPERADMIN_PASSWORD };
  return service.callAs((await service.call(auth.login, { body })).data.accessToken);
}

const list = async (service: RunningAuth, query = {}) =>
  (await (await headOf(service))(auth.listKeptMails, { query })).data;

/** Waits until `count` mails are kept and returns them. */
async function waitFor(service: RunningAuth, count: number) {
  await expect.poll(async () => (await list(service)).mails.length, { timeout: 20_000 }).toBe(count);
  return (await list(service)).mails;
}

test('without a mail server, a superadmin can pass on the link of a mail that survived a restart', async () => {
  const { auth: first } = await start({ MAIL_DIR: '' });
  const { user } = await registerSomebody(first);
  await first.call(auth.forgotPassword, { body: { email: user.email } });
  await waitFor(first, 2);
  await first.stop();
  open.pop();
  const { auth: service, lines } = await start({ MAIL_DIR: '' });
  const { mails, hasMailServer, nextCursor } = await list(service);
  expect({ hasMailServer, nextCursor }).toEqual({ hasMailServer: false, nextCursor: null });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'Choose a new password'],
    [user.email, 'Please confirm your email'],
  ]);
  const hours = mails.map(
    ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000,
  );
  expect(hours.map(Math.round)).toEqual([1, 24]);
  const link = new URL(mails[0]?.link ?? '');
  expect(mails[0]?.text).toContain(`\n${link.href}\n`);
  expect(link.origin).toBe('https://songs.example');
  const token = link.searchParams.get('token') ?? '';
  await service.call(auth.resetPassword, { body: { token, password: 'a new and longer password' } });
  // A used link is not shown.
  expect((await list(service)).mails.map(({ subject }) => subject)).toEqual(['Please confirm your email']);
  expect(lines.join('')).toContain('kept mails were shown');
  expect(lines.join('')).not.toContain(token);
});

test('the text of a kept mail is encrypted in the database and readable with the secret only', async () => {
  const { auth: service } = await start({ MAIL_DIR: '' });
  await registerSomebody(service);
  const [mail] = await waitFor(service, 1);
  const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(token).toHaveLength(43);
  const { rows } = await sql<{ row: string }>`
    select concat(m::text, encode(sealed_content, 'escape')) as row from kept_mails m`.execute(service.db);
  for (const { row } of rows) {
    expect(row).not.toContain(token);
    expect(row).not.toContain(Buffer.from(token).toString('hex'));
    expect(row).not.toContain(AUTH_SECRET);
  }
});

test('kept mails are listed page by page, newest first', async () => {
  const { auth: service } = await start({ MAIL_DIR: '' });
  for (let index = 0; index < 5; index += 1) await registerSomebody(service);
  const all = await waitFor(service, 5);
  const one = await list(service, { limit: 2 });
  const two = await list(service, { limit: 2, cursor: one.nextCursor });
  const three = await list(service, { limit: 2, cursor: two.nextCursor });
  expect([...one.mails, ...two.mails, ...three.mails]).toEqual(all);
  expect(three.nextCursor).toBeNull();
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  await expect(list(service, { cursor: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

test('expired mails and those with void links are deleted, the others stay', async () => {
  const { auth: service } = await start({ MAIL_DIR: '' });
  const [expired, voided, good] = [
    await registerSomebody(service),
    await registerSomebody(service),
    await registerSomebody(service),
  ];
  await (
    await headOf(service)
  )(auth.createInvitation, { body: { email: 'new@people.example' } });
  await waitFor(service, 4);
  await sql`update kept_mails set expires_at = now() where email = ${expired.user.email}`.execute(service.db);
  await sql`delete from link_tokens where user_id = ${voided.user.id}`.execute(service.db);
  await sweep(service.db, service.config);
  const { rows } = await sql<{ email: string }>`select email from kept_mails order by id`.execute(service.db);
  expect(rows.map(({ email }) => email)).toEqual([good.user.email, 'new@people.example']);
});

test('with a mail server no mails are kept, and superadmins see that one is configured', async () => {
  const smtp = await startSmtpServer();
  open.push({ stop: () => smtp.close() });
  const { auth: service } = await start({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
  const { user } = await registerSomebody(service);
  await service.call(auth.resendVerification, { body: { email: user.email } });
  await smtp.waitFor(2);
  expect(await list(service)).toEqual({ hasMailServer: true, mails: [], nextCursor: null });
});

test('MAIL_DIR receives the same mails, and no mail is lost if it is not writable', async () => {
  const { auth: service, lines } = await start({ MAIL_DIR: '/dev/null/mails' });
  const { user } = await registerSomebody(service);
  const [mail] = await waitFor(service, 1);
  expect(mail?.to).toBe(user.email);
  await expect.poll(() => lines.join('')).toContain('a mail could not be written to this folder');
});

test('the email of a kept mail is shown as it was typed', async () => {
  const { auth: service } = await start({ MAIL_DIR: '' });
  const email = `"<b>x</b>"@people.example`;
  await service.call(auth.register, { body: { username: 'odd-one', email, password: PASSWORD } });
  const [mail] = await waitFor(service, 1);
  expect(mail?.to).toBe(email);
});
