import { auth, catalog } from '@larksong/contracts';
import { buildServer, createRegister } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { INTERNAL_TOKEN, PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let catalogServer: FastifyInstance;
/** The notifications from auth to catalog. */
let told: { userId: string; deletesVideos: boolean }[];
let isCatalogAway: boolean;

beforeAll(async () => {
  const logger = createTestLogger();
  catalogServer = buildServer({ name: 'catalog', logger });
  const authenticate = () => Promise.reject(new Error('no calls of users'));
  const register = createRegister(catalogServer, {
    authentication: { verify: authenticate, authenticate, confirm: authenticate },
    internalToken: INTERNAL_TOKEN,
  });
  register(catalog.forgetMember, async ({ body }) => {
    if (isCatalogAway) throw new Error('away');
    told.push(body);
    return {};
  });
  service = await startFreshAuth({ CATALOG_URL: await catalogServer.listen({ port: 0 }) });
});
afterAll(async () => {
  await service?.stop();
  await catalogServer?.close();
});
beforeEach(() => {
  told = [];
  isCatalogAway = false;
});

const remove = (accessToken: string, body: { password?: string; videos?: 'keep' | 'delete' } = {}) =>
  service.callAs(accessToken)(auth.deleteAccount, { body: { password: PASSWORD, ...body } });
const signIn = async (email: string) =>
  (await service.call(auth.login, { body: { email, password: PASSWORD } })).data;

/** Registers somebody whose first mail has arrived, since a mail that still waits goes with the account. */
async function register() {
  const someone = await registerSomebody(service);
  await service.mailbox.waitFor(someone.user.email);
  return someone;
}

async function appoint() {
  const someone = await registerSomebody(service);
  await service.db
    .updateTable('users')
    .set({ role: 'superadmin' })
    .where('id', '=', someone.user.id)
    .execute();
  return someone;
}

/** Returns the names of the tables that contain a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    service.db,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.table(name)} as t where t::text like ${`%${text}%`} limit 1`.execute(service.db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

describe('an account that its owner deletes', () => {
  test('nothing of a deleted account is left, its sessions have ended, and its email can register again', async () => {
    const { accessToken, refreshToken, user } = await registerSomebody(service);
    const other = await signIn(user.email);
    await service.call(auth.forgotPassword, { body: { email: user.email } });
    const [, reset] = await service.mailbox.waitFor(user.email, 2);
    expect(await tablesWith(user.id)).toEqual(expect.arrayContaining(['users', 'sessions', 'known_places']));
    expect((await remove(accessToken)).message).toBe('Your account has been deleted.');
    for (const token of [accessToken, other.accessToken])
      await expect(service.callAs(token)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(service.call(auth.refreshToken, { body: { refreshToken } })).rejects.toMatchObject({
      status: 401,
    });
    await expect(signIn(user.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const link = { token: reset?.token ?? '', password: 'a new and longer password' };
    await expect(service.call(auth.resetPassword, { body: link })).rejects.toMatchObject({ status: 400 });
    await service.mailbox.waitFor(user.email, 3);
    await expect.poll(() => tablesWith(user.id)).toEqual([]);
    await expect.poll(() => tablesWith(user.email)).toEqual([]);
    const body = { username: user.username, email: user.email, password: PASSWORD };
    const again = await service.call(auth.register, { body });
    expect(again.data.user.id).not.toBe(user.id);
  });

  test('catalog and the owner are told of a deleted account', async () => {
    const { accessToken, user } = await register();
    await remove(accessToken);
    const [, mail] = await service.mailbox.waitFor(user.email, 2);
    expect(told).toContainEqual({ userId: user.id, deletesVideos: false });
    expect(mail).toMatchObject({ subject: 'Your account has been deleted' });
    expect(mail?.link.pathname).toBe('/for-parents');
    const kept = await service.db
      .selectFrom('kept_mails')
      .select('subject')
      .where('email', '=', user.email)
      .execute();
    expect(kept).toEqual([]);
  });

  test('a catalog that is away learns of a deleted account once it is back, and the mail waits for it', async () => {
    isCatalogAway = true;
    const { accessToken, user } = await register();
    await remove(accessToken);
    const readTries = async () =>
      (await service.db.selectFrom('departures').select('tries').executeTakeFirst())?.tries ?? 0;
    await expect.poll(readTries).toBeGreaterThan(0);
    expect(await service.mailbox.waitFor(user.email)).toHaveLength(1);
    isCatalogAway = false;
    await sql`update departures set due_at = now()`.execute(service.db);
    // The next deletion starts a round at once.
    await remove((await registerSomebody(service)).accessToken);
    await service.mailbox.waitFor(user.email, 2);
    expect(told).toContainEqual({ userId: user.id, deletesVideos: false });
    await expect.poll(() => tablesWith(user.email)).toEqual([]);
  });

  test('simultaneous deletions of one account delete it once', async () => {
    const { accessToken, user } = await register();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => remove(accessToken)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([401, 409]).toContain(outcome.reason.status);
    await service.mailbox.waitFor(user.email, 2);
    expect(told.filter(({ userId }) => userId === user.id)).toHaveLength(1);
  });

  test('no session that was started at the same moment outlives the account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accessToken, user } = await registerSomebody(service);
      const attempts = [signIn(user.email), remove(accessToken), signIn(user.email)];
      const tokens = (await Promise.allSettled(attempts)).flatMap((outcome) =>
        outcome.status === 'fulfilled' && 'accessToken' in outcome.value ? [outcome.value.accessToken] : [],
      );
      for (const token of tokens)
        await expect(service.callAs(token)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
      expect(await tablesWith(user.username)).not.toContain('users');
    }
  });
});

describe('a deletion that is refused', () => {
  test('a stolen token alone deletes no account, and guessing is slowed down', async () => {
    const strict = await startFreshAuth({ SIGN_IN_FREE_FAILURES: '2' });
    try {
      const { accessToken, user } = await registerSomebody(strict);
      const guess = (password: string) =>
        strict.callAs(accessToken)(auth.deleteAccount, { body: { password } });
      for (const password of ['', 'x'.repeat(129)])
        await expect(guess(password)).rejects.toMatchObject({
          status: 400,
          message: 'Enter your password.',
        });
      for (const password of ['a guess', 'another guess'])
        await expect(guess(password)).rejects.toMatchObject({ status: 400, code: 'WRONG_PASSWORD' });
      await expect(guess(PASSWORD)).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
      // The owner, elsewhere, is not affected.
      await strict.call(auth.login, { body: { email: user.email, password: PASSWORD } });
    } finally {
      await strict.stop();
    }
  });

  test('an account whose password was changed during the deletion stays', async () => {
    const { accessToken, user } = await registerSomebody(service);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const { promise: isChanged, resolve: noteChanged } = Promise.withResolvers<void>();
    const change = service.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ password_hash: 'another' }).where('id', '=', user.id).execute();
      noteChanged();
      await end;
    });
    await isChanged;
    const removal = remove(accessToken);
    removal.catch(() => {});
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
        return rows.length;
      })
      .toBe(1);
    resolve();
    await change;
    await expect(removal).rejects.toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await tablesWith(user.id)).toContain('users');
  });

  test('an ordinary member deletes no videos', async () => {
    const { accessToken, user } = await registerSomebody(service);
    await expect(remove(accessToken, { videos: 'delete' })).rejects.toMatchObject({ status: 403 });
    await expect(signIn(user.email)).resolves.toHaveProperty('user');
  });
});

describe('a superadmin', () => {
  test('the last superadmin cannot leave, and of two that leave at once one stays', async () => {
    const [one, two] = [await appoint(), await appoint()];
    const outcomes = await Promise.allSettled([one, two].map(({ accessToken }) => remove(accessToken)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ status: 409, code: 'LAST_SUPERADMIN' });
    expect(refused?.reason.message).toContain('make someone else a superadmin first');
    const left = await service.db.selectFrom('users').select('id').where('role', '=', 'superadmin').execute();
    expect(left).toHaveLength(1);
  });

  test('a superadmin who leaves can have the videos deleted, and leaves no invitation behind', async () => {
    await appoint();
    const leaving = await appoint();
    const email = 'invited@people.example';
    await service.callAs(leaving.accessToken)(auth.createInvitation, { body: { email } });
    await remove(leaving.accessToken, { videos: 'delete' });
    await expect.poll(() => told).toContainEqual({ userId: leaving.user.id, deletesVideos: true });
    expect(await tablesWith(email)).not.toContain('invitations');
  });
});
