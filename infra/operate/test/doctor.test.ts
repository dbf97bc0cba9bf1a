import { isLongRun } from '@larksong/service-kit/testing/random';
import { createTestDatabase, startProxy, testRedisUrl } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MIGRATIONS } from '../src/database/migrations.ts';
import { examine } from '../src/doctor/examine.ts';
import { toReport } from '../src/doctor/report.ts';
import { createSite, type TestSite } from './site.ts';

let site: TestSite;
let environment: Record<string, string>;

beforeAll(async () => {
  site = await createSite();
  const text = Object.entries(site.config).filter(([, value]) => typeof value === 'string');
  environment = { ...Object.fromEntries(text), REDIS_URL: testRedisUrl(3) };
});
afterAll(() => site.stop());

/** Examines a site without services and returns the kinds of findings. */
async function idsWith(settings: Record<string, string>): Promise<string[]> {
  const findings = await examine({ ...environment, ...settings }, { isRunning: false });
  return [...new Set(toReport(findings, { isRunning: false }).findings.map(({ id }) => id))];
}

describe('the servers of a stopped site', () => {
  it('sound servers have no findings, and neither has a database before its first migration', async () => {
    expect(await idsWith({})).toEqual([]);
    const empty = await createTestDatabase();
    expect(await idsWith({ AUTH_DATABASE_URL: empty.url })).toEqual([]);
    await empty.drop();
  });

  it.each([
    { setting: 'GAME_DATABASE_URL', value: 'postgres://a:b@127.0.0.1:9/game', id: 'database-away' },
    { setting: 'REDIS_URL', value: 'redis://127.0.0.1:9', id: 'redis-away' },
    { setting: 'S3_ENDPOINT', value: 'http://127.0.0.1:9', id: 'storage-away' },
  ])('the server of $setting that does not run is named by doctor, alone', async ({ setting, value, id }) => {
    const keys = { S3_ACCESS_KEY: 'songs', S3_SECRET_KEY: 'a-key-of-the-site' };
    expect(await idsWith({ ...keys, [setting]: value })).toEqual([id]);
  });

  it.runIf(isLongRun)(
    'a database that is merely slow is no finding, since it is tried again with patience',
    async () => {
      const slow = await startProxy(environment['GAME_DATABASE_URL'] ?? '', { pieceBytes: 60 });
      expect(await idsWith({ GAME_DATABASE_URL: slow.url })).toEqual([]);
      await slow.stop();
    },
  );

  it('a wrong password for the database is named by doctor, alone', async () => {
    const url = new URL(environment['AUTH_DATABASE_URL'] ?? '');
    url.password = 'another';
    expect(await idsWith({ AUTH_DATABASE_URL: url.href })).toEqual(['database-refused']);
  });

  it('a database of a newer version is named by doctor, alone', async () => {
    const newer = await createTestDatabase({
      ...MIGRATIONS.game,
      '9999-future': { up: async () => undefined },
    });
    expect(await idsWith({ GAME_DATABASE_URL: newer.url })).toEqual(['database-newer']);
    await newer.drop();
  });

  it('a table that was renamed is named by doctor, alone', async () => {
    await site.query('game', 'alter table pictures rename to kept');
    expect(await idsWith({})).toEqual(['tables-missing']);
    await site.query('game', 'alter table kept rename to pictures');
  });

  it('a database that can only be read is named by doctor, alone', async () => {
    const name = new URL(environment['AUTH_DATABASE_URL'] ?? '').pathname.slice(1);
    await site.query('game', `alter database "${name}" set default_transaction_read_only = on`);
    expect(await idsWith({})).toEqual(['database-read-only']);
    await site.query('game', `alter database "${name}" reset default_transaction_read_only`);
  });

  it('a password that Redis does not know is named by doctor, alone', async () => {
    const url = new URL(environment['REDIS_URL'] ?? '');
    url.password = 'another';
    url.username = 'nobody';
    expect(await idsWith({ REDIS_URL: url.href })).toEqual(['redis-refused']);
  });

  it('a storage below a file is named by doctor, alone', async () => {
    expect(await idsWith({ STORAGE_DIR: `${import.meta.filename}/storage` })).toEqual(['storage-away']);
  });

  it('a missing, a short and a simple secret are named by doctor', async () => {
    expect(await idsWith({ AUTH_SECRET: '' })).toEqual(['setting-invalid']);
    expect(await idsWith({ INTERNAL_TOKEN: 'short' })).toEqual(['setting-invalid']);
    expect(await idsWith({ STREAM_COOKIE_SECRET: 'x'.repeat(40) })).toEqual(['secret-weak']);
  });

  it('settings by which every backup would fail are named by doctor, alone, and those without problems are not', async () => {
    expect(await idsWith({ BACKUP_PASSPHRASE: 'four' })).toEqual(['setting-invalid']);
    expect(await idsWith({ BACKUP_HOUR: '25' })).toEqual(['setting-invalid']);
    expect(await idsWith({ BACKUP_FOLDER: '/no-such-disk/larksong' })).toEqual(['backup-place-unusable']);
    const inStorage = `${site.config.STORAGE_DIR}/backups`;
    expect(await idsWith({ BACKUP_FOLDER: inStorage })).toEqual(['backup-place-unusable']);
    expect(await idsWith({ BACKUP_HOUR: 'off', BACKUP_FOLDER: `${site.folder}/backups` })).toEqual([]);
  });

  it('a key of S3 that is missing is named by doctor, and the folder is not tried instead', async () => {
    expect(await idsWith({ S3_ENDPOINT: 'http://127.0.0.1:9' })).toEqual(['setting-invalid']);
  });
});

it('services of a running site that do not answer are named by doctor', async () => {
  const findings = await examine({ ...environment, AUTH_URL: 'http://127.0.0.1:9' }, { isRunning: true });
  expect(findings.map(({ id, about }) => `${id} ${about}`)).toEqual(
    ['auth', 'catalog', 'game', 'gateway'].map((name) => `service-away ${name}`),
  );
});
