import { auth } from '@larksong/contracts';
import { createRecordingLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

const PUBLIC_URL = 'https://songs.example';
const NEW_PASSWORD = 'a new and longer password';
const NOT_VALID = {
  status: 400,
  code: 'LINK_NOT_VALID',
  message: 'This link is no longer valid. Please request a new one.',
};

let service: Awaited<ReturnType<typeof startFreshAuth>>;
const { logger, lines } = createRecordingLogger('auth');

beforeAll(async () => {
  service = await startFreshAuth({ PUBLIC_URL }, { logger });
});
afterAll(async () => service?.stop());

const verify = (token: string) => service.call(auth.verifyEmail, { body: { token } });
const reset = (token: string, password = NEW_PASSWORD) =>
  service.call(auth.resetPassword, { body: { token, password } });
const signIn = (email: string, password: string) => service.call(auth.login, { body: { email, password } });

/** Requests a reset mail and returns its token. */
async function askForReset(email: string, count = 2): Promise<string> {
  await service.call(auth.forgotPassword, { body: { email } });
  return (await service.mailbox.waitFor(email, count)).at(-1)?.token ?? '';
}

async function expireLinks(): Promise<void> {
  await sql`update link_tokens set expires_at = now() - interval '1 second'`.execute(service.db);
}

describe('registering', () => {
  test('registration sends a mail with a link that verifies the email once', async () => {
    const { user, accessToken } = await registerSomebody(service);
    const [mail] = await service.mailbox.waitFor(user.email);
    expect(mail).toMatchObject({ subject: 'Please confirm your email', mode: 0o600 });
    expect(mail?.link.href).toBe(`${PUBLIC_URL}/verify-email?token=${mail?.token}`);
    expect(Buffer.from(mail?.token ?? '', 'base64url')).toHaveLength(32);
    expect(mail?.html).toContain(`href="${mail?.link.href}"`);
    expect(mail?.raw).toMatch(/^From: Larksong <no-reply@songs\.example>$/m);
    expect(await verify(mail?.token ?? '')).toMatchObject({ message: 'Your email is confirmed.' });
    const { data } = await service.callAs(accessToken)(auth.getProfile, {});
    expect(data.user.emailVerified).toBe(true);
    await expect(verify(mail?.token ?? '')).rejects.toMatchObject(NOT_VALID);
  });
});

describe('a verification mail', () => {
  test('a verification mail can be sent again, and using one link invalidates the other', async () => {
    const { user } = await registerSomebody(service);
    await service.mailbox.waitFor(user.email);
    const { message } = await service.call(auth.resendVerification, {
      body: { email: ` ${user.email.toUpperCase()}` },
    });
    expect(message).toBe('Verification email sent (if account exists).');
    const [first, second] = await service.mailbox.waitFor(user.email, 2);
    await verify(first?.token ?? '');
    await expect(verify(second?.token ?? '')).rejects.toMatchObject(NOT_VALID);
  });

  test('a verification mail is not sent to a verified or unknown email', async () => {
    const { user } = await registerSomebody(service);
    const [mail] = await service.mailbox.waitFor(user.email);
    await verify(mail?.token ?? '');
    const nobody = `${randomUUID()}@people.example`;
    for (const email of [user.email, nobody])
      await service.call(auth.resendVerification, { body: { email } });
    // Mails are sent in order: once a later one has arrived, these were handled.
    const later = await registerSomebody(service);
    await service.mailbox.waitFor(later.user.email);
    const mails = await service.mailbox.list();
    expect(mails.filter(({ to }) => to === user.email)).toHaveLength(1);
    expect(mails.filter(({ to }) => to === nobody)).toHaveLength(0);
  });

  test('a verification link expires after 24 hours, and its token never works as a reset link', async () => {
    const { user } = await registerSomebody(service);
    const [mail] = await service.mailbox.waitFor(user.email);
    await expect(reset(mail?.token ?? '')).rejects.toMatchObject(NOT_VALID);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(expires_at) - now()) / 3600 as hours from link_tokens`.execute(
      service.db,
    );
    expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1);
    await expireLinks();
    await expect(verify(mail?.token ?? '')).rejects.toMatchObject(NOT_VALID);
  });
});

describe('a reset link', () => {
  test('a reset link sets a new password, ends all sessions, and verifies the email', async () => {
    const one = await registerSomebody(service);
    const { data: other } = await signIn(one.user.email, PASSWORD);
    const token = await askForReset(one.user.email);
    expect(await reset(token)).toMatchObject({
      message: 'Your password has been changed. Please sign in.',
    });
    for (const session of [one, other]) {
      await expect(service.callAs(session.accessToken)(auth.getProfile, {})).rejects.toMatchObject({
        status: 401,
      });
      await expect(
        service.call(auth.refreshToken, { body: { refreshToken: session.refreshToken } }),
      ).rejects.toMatchObject({ status: 401 });
    }
    await expect(signIn(one.user.email, PASSWORD)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const { data } = await signIn(one.user.email, NEW_PASSWORD);
    expect(data.user.emailVerified).toBe(true);
    await expect(reset(token)).rejects.toMatchObject(NOT_VALID);
  });

  test('a reset link can be checked without being used, until it is used', async () => {
    const { user } = await registerSomebody(service);
    const token = await askForReset(user.email);
    const check = async () => (await service.call(auth.checkResetLink, { body: { token } })).data.isValid;
    expect([await check(), await check()]).toEqual([true, true]);
    await reset(token);
    expect(await check()).toBe(false);
  });

  test('a reset link used 20 times at the same time works exactly once', async () => {
    const { user } = await registerSomebody(service);
    const token = await askForReset(user.email);
    const passwords = Array.from({ length: 20 }, (_, index) => `${NEW_PASSWORD} ${index}`);
    const results = await Promise.allSettled(passwords.map((password) => reset(token, password)));
    const winners = passwords.filter((_, index) => results[index]?.status === 'fulfilled');
    process.stdout.write(`reset link, 20 at once: used ${winners.length} time(s)\n`);
    expect(winners).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(NOT_VALID);
    await expect(signIn(user.email, winners[0] ?? '')).resolves.toHaveProperty('data.user');
  });

  test('of two reset links of one account used at the same time exactly one works', async () => {
    const { user } = await registerSomebody(service);
    const first = await askForReset(user.email, 2);
    const second = await askForReset(user.email, 3);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => reset(index % 2 ? first : second)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(NOT_VALID);
  });

  test('a reset link expires after an hour', async () => {
    const { user } = await registerSomebody(service);
    const token = await askForReset(user.email);
    await expireLinks();
    await expect(reset(token)).rejects.toMatchObject(NOT_VALID);
    await expect(signIn(user.email, PASSWORD)).resolves.toHaveProperty('data.user');
  });

  test('a reset link stays valid if the password is rejected', async () => {
    const { user } = await registerSomebody(service);
    const token = await askForReset(user.email);
    await expect(reset(token, 'short')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(reset(token, 'password1')).rejects.toMatchObject({ message: /too common/ });
    await expect(reset(token, user.email)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(reset(token)).resolves.toHaveProperty('message');
  });

  test.each(['made up', 'x'.repeat(200), '-'])(
    'a reset link with the token %j is not valid',
    async (token) => {
      await expect(reset(token)).rejects.toMatchObject(NOT_VALID);
      await expect(verify(token)).rejects.toMatchObject(NOT_VALID);
    },
  );

  test('a reset link leads to this site, whatever host the request names', async () => {
    const { user } = await registerSomebody(service);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    };
    await service.app.inject({
      method: 'POST',
      url: auth.forgotPassword.path,
      headers,
      payload: { email: user.email },
    });
    const mail = (await service.mailbox.waitFor(user.email, 2)).at(-1);
    expect(mail?.link.origin).toBe(PUBLIC_URL);
    expect(mail?.raw).not.toContain('evil.example');
  });
});

test.each([
  [auth.forgotPassword, {}, 'Enter your email to continue.'],
  [auth.resendVerification, { email: ' ' }, 'Enter your email to continue.'],
  [auth.verifyEmail, {}, /link is incomplete/],
  [auth.resetPassword, { token: 'x' }, /A password must have 8 to 128/],
])('an incomplete call is rejected with a sentence: %#', async (endpoint, payload, message) => {
  const response = await service.app.inject({ method: 'POST', url: endpoint.path, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toMatch(message);
});

test('the log and the database contain no links', async () => {
  const { user } = await registerSomebody(service);
  const token = await askForReset(user.email);
  const mails = await service.mailbox.waitFor(user.email, 2);
  const tables = await sql<{ row: string }>`
    select t::text as row from link_tokens t union all select m::text from mails m`.execute(service.db);
  const dump = tables.rows.map(({ row }) => row).join('\n');
  await reset(token);
  const log = lines.join('');
  expect(log).toContain('mail sent');
  expect(log).toContain('superadmins find the mails on the page Accounts');
  expect(mails).toHaveLength(2);
  for (const mail of mails)
    for (const text of [log, dump]) {
      expect(text).not.toContain(mail.token);
      expect(text).not.toContain(Buffer.from(mail.token, 'base64url').toString('hex'));
    }
});
