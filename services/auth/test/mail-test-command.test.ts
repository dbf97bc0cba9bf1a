import { createDatabase } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { mailTest } from '../src/commands/mail-test.ts';
import { readCommandConfig } from '../src/config.ts';
import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';
import { deriveKey } from '../src/derive-key.ts';
import { saveSiteSetting } from '../src/site-settings/store.ts';
import { startSmtpServer, type SmtpServer } from './smtp-server.ts';
import { AUTH_SECRET } from './start-auth.ts';

const TO = 'olive@school.example';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let smtp: SmtpServer | undefined;

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  db = createDatabase<Tables>({ url: database.url, logger: createTestLogger(), poolSize: 2 });
});
afterEach(async () => {
  await smtp?.close();
  smtp = undefined;
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Runs the command with these settings. */
function run(settings: Record<string, string>) {
  const environment = { DATABASE_URL: database.url, AUTH_SECRET, PUBLIC_URL: 'https://songs.example' };
  return mailTest([TO])({ db, config: readCommandConfig({ ...environment, ...settings }), note: () => {} });
}

test('a test mail goes over the server of the settings', async () => {
  smtp = await startSmtpServer();
  const { text, data } = await run({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) });
  const server = `127.0.0.1:${smtp.port}`;
  expect(text).toContain(`${server} accepted the test mail to ${TO}.`);
  expect(data).toEqual({ to: TO, server });
  expect(smtp.mails[0]).toContain('From: Larksong <no-reply@songs.example>');
  expect(smtp.mails[0]).toContain(`To: ${TO}`);
});

test('without settings, a test mail goes over the server that was chosen at the first start', async () => {
  smtp = await startSmtpServer();
  const chosen = { host: '127.0.0.1', port: smtp.port, user: '', password: '', from: 'songs@school.example' };
  const save = (mail: typeof chosen | null) =>
    db
      .transaction()
      .execute((trx) => saveSiteSetting(trx, deriveKey(AUTH_SECRET, 'site settings'), 'mail', mail));
  await save(chosen);
  await run({});
  expect(smtp.mails[0]).toContain('From: songs@school.example');
  await save(null);
  await expect(run({})).rejects.toThrow('No mail server is known here');
});

test.each([
  [
    { EHLO: '250 AUTH PLAIN', AUTH: '535 5.7.8 bad' },
    /does not accept this user name and password\. .* answered: 535 5\.7\.8 bad$/,
  ],
  [{ MAIL: '553 5.7.1 not yours' }, /refused the sender\. MAIL_FROM .* answered: 553 5\.7\.1 not yours$/],
  [{ MAIL: '530 5.7.0 sign in' }, /wants a user name and a password/],
  [{ RCPT: '550 5.1.1 unknown' }, /refused the recipient\. .* answered: 550 5\.1\.1 unknown$/],
  [{ DATA: '554 5.7.1 spam' }, /did not accept the message\. .* answered: 554 5\.7\.1 spam$/],
])('a mail server that answers %j fails the test mail with a sentence', async (answers, sentence) => {
  smtp = await startSmtpServer({ answers });
  const url = `smtp://songs:the-password@127.0.0.1:${smtp.port}`;
  const failure = await run({ SMTP_URL: url }).catch((error: unknown) => String(error));
  expect(failure).toMatch(sentence);
  expect(failure).not.toContain('the-password');
});

test('a closed port and a port without TLS are named', async () => {
  smtp = await startSmtpServer();
  const address = `127.0.0.1:${smtp.port}`;
  await expect(run({ SMTP_URL: `smtps://${address}` })).rejects.toThrow(
    'TLS failed: this port is not encrypted',
  );
  await smtp.close();
  await expect(run({ SMTP_URL: `smtp://${address}` })).rejects.toThrow('The connection was refused');
  smtp = undefined;
});
