import { auth } from '@larksong/contracts';
import { createRecordingLogger, createTestDatabase } from '@larksong/service-kit/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { parseMail } from './mailbox.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import { registerSomebody, startAuth, type RunningAuth } from './start-auth.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const open: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await createTestDatabase(migrations);
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
  await database.drop();
});

async function start(smtp: SmtpServer, settings: Record<string, string> = {}) {
  const recording = createRecordingLogger('auth');
  const given = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...settings };
  const service = await startAuth(database.url, given, { logger: recording.logger });
  open.push(service);
  return { auth: service, lines: recording.lines };
}

async function serve(options?: Parameters<typeof startSmtpServer>[0]): Promise<SmtpServer> {
  const smtp = await startSmtpServer(options);
  open.push({ stop: () => smtp.close() });
  return smtp;
}

/** Skips the pause before the next try. */
async function makeDue(service: RunningAuth): Promise<void> {
  await service.db
    .updateTable('mails')
    .set({ due_at: new Date(0) })
    .execute();
}

const waiting = async (service: RunningAuth) =>
  (await service.db.selectFrom('mails').selectAll().execute()).length;

test('mails are sent through the configured SMTP server from the configured address', async () => {
  const smtp = await serve();
  const { auth: service } = await start(smtp, {
    MAIL_FROM: 'Songs <songs@school.example>',
    PUBLIC_URL: 'https://songs.example',
  });
  const { user } = await registerSomebody(service);
  await smtp.waitFor(1);
  const mail = parseMail(smtp.mails[0] ?? '');
  expect(mail).toMatchObject({ to: user.email, subject: 'Please confirm your email' });
  expect(mail.raw).toContain('From: Songs <songs@school.example>');
  expect(mail.link.href).toMatch(/^https:\/\/songs\.example\/verify-email\?token=[\w-]{43}$/);
  expect(await service.mailbox.list()).toEqual([]);
});

test('the SMTP server may be configured by separate settings', async () => {
  const smtp = await serve();
  const parts = { SMTP_URL: '', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) };
  const { auth: service } = await start(smtp, parts);
  await registerSomebody(service);
  await smtp.waitFor(1);
  expect(smtp.mails).toHaveLength(1);
});

test('a mail that the server rejects temporarily is sent later, with a working link', async () => {
  const smtp = await serve({ refusals: 1 });
  const { auth: service, lines } = await start(smtp);
  await registerSomebody(service);
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('could not be sent; will retry');
  expect(smtp.mails).toHaveLength(0);
  expect(await waiting(service)).toBe(1);
  await makeDue(service);
  await smtp.waitFor(1);
  await expect.poll(() => waiting(service)).toBe(0);
  expect(lines.join('')).not.toContain(parseMail(smtp.mails[0] ?? '').token);
});

test('calls do not wait for an unavailable mail server, and its mails survive a restart', async () => {
  const smtp = await serve();
  await smtp.close();
  open.length = 0;
  const { auth: service, lines } = await start(smtp);
  const { user } = await registerSomebody(service);
  await service.call(auth.forgotPassword, { body: { email: user.email } });
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('could not be sent; will retry');
  expect(await waiting(service)).toBe(2);
  await service.stop();
  open.length = 0;
  const back = await serve({ port: smtp.port });
  const { auth: next } = await start(back);
  await makeDue(next);
  await back.waitFor(2);
  const subjects = back.mails.map((mail) => parseMail(mail).subject).toSorted();
  expect(subjects).toEqual(['Choose a new password', 'Please confirm your email']);
});

test('two processes send a mail once', async () => {
  const smtp = await serve();
  const { auth: service } = await start(smtp);
  await start(smtp);
  // Two at once: more of them may find a busy machine unavailable, and are not the subject.
  const people: Awaited<ReturnType<typeof registerSomebody>>[] = [];
  for (let pair = 0; pair < 5; pair += 1)
    people.push(...(await Promise.all([registerSomebody(service), registerSomebody(service)])));
  await smtp.waitFor(10);
  await expect.poll(() => waiting(service)).toBe(0);
  const to = smtp.mails.map((mail) => parseMail(mail).to);
  expect(to.toSorted()).toEqual(people.map(({ user }) => user.email).toSorted());
});
