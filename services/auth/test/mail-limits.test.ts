import { auth, type Endpoint } from '@larksong/contracts';
import { testRedisUrl } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

import { somewhere, unknownEmail } from './attempt.ts';
import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

type Auth = Awaited<ReturnType<typeof startFreshAuth>>;
let service: Auth;

afterEach(async () => service?.stop());

const OWN_REDIS = { REDIS_URL: testRedisUrl(12) };
/** Nothing listens there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };

const ask = async (endpoint: Endpoint, payload: object, address = '127.0.0.1') =>
  (
    await service.app.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { 'x-forwarded-for': address },
      payload,
    })
  ).statusCode;

/** Waits until every queued mail is handled. */
async function settle(): Promise<void> {
  await expect
    .poll(async () => (await sql`select 1 from mails`.execute(service.db)).rows.length, { timeout: 20_000 })
    .toBe(0);
}

test.each([
  ['with Redis', OWN_REDIS, 3],
  ['without Redis', NO_REDIS, 1],
])('the number of mails to one email is limited without revealing it: %s', async (_, settings, allowed) => {
  service = await startFreshAuth({ MAILS_PER_ACCOUNT: '3', ...settings });
  const { user } = await registerSomebody(service);
  const email = unknownEmail();
  await service.mailbox.waitFor(user.email);
  await service.db.updateTable('users').set({ email }).execute();
  const answers = [];
  for (let round = 0; round < 6; round += 1) {
    const endpoint = round % 2 ? auth.resendVerification : auth.forgotPassword;
    const response = await service.app.inject({ method: 'POST', url: endpoint.path, payload: { email } });
    answers.push(response.statusCode);
  }
  expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
  await service.mailbox.waitFor(email, allowed);
  await expect
    .poll(async () => (await sql`select 1 from mails`.execute(service.db)).rows.length, { timeout: 10_000 })
    .toBe(0);
  expect((await service.mailbox.list()).filter(({ to }) => to === email)).toHaveLength(allowed);
});

/** Registrations for one mailbox, and as many requests of two kinds. */
const REQUESTS = isLongRun ? 60 : 15;

test('many registrations and requests for one mailbox cause at most five mails', async () => {
  service = await startFreshAuth({ ...OWN_REDIS, MAILS_PER_ACCOUNT: '5', MAILS_PER_ADDRESS: '60' });
  const owner = unknownEmail();
  const [name, domain] = owner.split('@');
  const emails = Array.from({ length: REQUESTS }, (_, index) => `${name}+${index}@${domain?.toUpperCase()}`);
  const answers = await Promise.all([
    ...emails.map((email, index) =>
      ask(auth.register, { username: `plus-${index}`, email, password: PASSWORD }, somewhere()),
    ),
    ...emails.map((email) => ask(auth.forgotPassword, { email })),
  ]);
  expect(new Set(answers)).toEqual(new Set([200, 201]));
  await Promise.all(emails.map((email) => ask(auth.resendVerification, { email }, somewhere())));
  await settle();
  const mails = (await service.mailbox.list()).filter(({ to }) => to.startsWith(`${name}`));
  process.stdout.write(`mails to one mailbox after ${3 * REQUESTS} requests: ${mails.length}\n`);
  expect(mails).toHaveLength(5);
});

test('the owner of a confirmed email gets a reset link, whatever strangers request', async () => {
  service = await startFreshAuth({ ...OWN_REDIS, MAILS_PER_ACCOUNT: '5', MAILS_PER_ADDRESS: '10' });
  const { user } = await registerSomebody(service);
  await service.mailbox.waitFor(user.email);
  await service.db.updateTable('users').set({ email_verified_at: new Date() }).execute();
  const [name, domain] = user.email.split('@');
  for (let round = 0; round < 12; round += 1) {
    await ask(auth.resendVerification, { email: user.email }, somewhere());
    await ask(auth.register, {
      username: `of-${round}`,
      email: `${name}+${round}@${domain}`,
      password: PASSWORD,
    });
    await ask(auth.forgotPassword, { email: unknownEmail() });
  }
  await settle();
  expect(await ask(auth.forgotPassword, { email: user.email })).toBe(200);
  const mails = await service.mailbox.waitFor(user.email, 2);
  const token = mails.at(-1)?.token ?? '';
  expect(await ask(auth.resetPassword, { token, password: 'a new and longer password' })).toBe(200);
});
