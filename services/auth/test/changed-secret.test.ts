import { auth } from '@larksong/contracts';
import { createRecordingLogger, createTestDatabase } from '@larksong/service-kit/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { deriveKey } from '../src/derive-key.ts';
import { findSiteSetting, saveSiteSetting } from '../src/site-settings/store.ts';
import { findWebhook, saveWebhook } from '../src/told/settings-store.ts';
import { AUTH_SECRET, registerSomebody, startAuth, SUPERADMIN, type RunningAuth } from './start-auth.ts';

const NEW_SECRET = 'new secret of auth in the tests, 32 and more';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let running: RunningAuth | undefined;

beforeEach(async () => {
  database = await createTestDatabase(migrations);
});
afterEach(async () => {
  await running?.stop();
  await database.drop();
});

/** Replaces the running auth by one with these settings. */
async function restart(settings: Record<string, string> = {}) {
  await running?.stop();
  running = undefined;
  const { logger, lines } = createRecordingLogger('auth');
  running = await startAuth(database.url, { ...SUPERADMIN, ...settings }, { logger });
  return { service: running, lines };
}

const keyOf = (secret: string) => deriveKey(secret, 'site settings');

describe('a changed AUTH_SECRET', () => {
  test('a changed AUTH_SECRET keeps sessions, settings and mails if auth is given the previous one', async () => {
    const { service: before } = await restart();
    await before.db
      .transaction()
      .execute((trx) => saveSiteSetting(trx, keyOf(AUTH_SECRET), 'registration', 'invite'));
    const webhook = { url: 'https://chat.example/hook', secret: 'ab12' };
    await before.db
      .transaction()
      .execute((trx) => saveWebhook(trx, deriveKey(AUTH_SECRET, 'webhook'), webhook));
    const body = { email: SUPERADMIN.SUPERADMIN_EMAIL, password: SUPERADMIN.SUPERADMIN_PASSWORD };
    const { data: head } = await before.call(auth.login, { body });
    await before.callAs(head.accessToken)(auth.createInvitation, { body: { email: 'new@school.example' } });
    const listMails = async (service: RunningAuth, accessToken: string) =>
      (await service.callAs(accessToken)(auth.listKeptMails, { query: {} })).data.mails;
    await expect.poll(async () => (await listMails(before, head.accessToken)).length).toBe(1);
    const [mail] = await listMails(before, head.accessToken);

    await expect(restart({ AUTH_SECRET: NEW_SECRET })).rejects.toThrow('set PREVIOUS_AUTH_SECRET to it');

    const both = { AUTH_SECRET: NEW_SECRET, PREVIOUS_AUTH_SECRET: AUTH_SECRET };
    let { refreshToken } = head;
    for (const settings of [both, both, { AUTH_SECRET: NEW_SECRET }]) {
      const { service } = await restart(settings);
      expect((await service.callAs(head.accessToken)(auth.getProfile, {})).data.user.username).toBe('head');
      const { data: refreshed } = await service.call(auth.refreshToken, { body: { refreshToken } });
      refreshToken = refreshed.refreshToken;
      expect(await listMails(service, refreshed.accessToken)).toEqual([mail]);
      expect(await findSiteSetting(service.db, keyOf(NEW_SECRET), 'registration')).toBe('invite');
      expect(await findWebhook(service.db, deriveKey(NEW_SECRET, 'webhook'))).toEqual(webhook);
    }
  });

  test('a changed AUTH_SECRET is adopted once, by one of several processes that start', async () => {
    const { service: before } = await restart();
    await registerSomebody(before);
    const both = { AUTH_SECRET: NEW_SECRET, PREVIOUS_AUTH_SECRET: AUTH_SECRET };
    await before.stop();
    running = undefined;
    const logs = [createRecordingLogger('auth'), createRecordingLogger('auth')];
    const services = await Promise.all(
      logs.map(({ logger }) => startAuth(database.url, { ...SUPERADMIN, ...both }, { logger })),
    );
    const adopting = logs.flatMap(({ lines }) => lines.filter((line) => line.includes('new AUTH_SECRET')));
    expect(adopting).toHaveLength(1);
    for (const service of services) {
      await registerSomebody(service);
      await service.stop();
    }
  });
});
