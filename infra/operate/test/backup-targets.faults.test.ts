import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { SmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import { findMismatches } from '../src/commands/verify.ts';
import { readConfig } from '../src/config.ts';
import { listBackups } from '../src/vault/manifest.ts';
import { openVault } from '../src/vault/open-vault.ts';
import { createSite, fillSite, LARGE_BYTES, type TestSite } from './site.ts';

const sites: TestSite[] = [];
let minio: Awaited<ReturnType<typeof startMinio>>;

beforeAll(async () => {
  minio = await startMinio();
});
afterAll(async () => {
  await Promise.all(sites.map((each) => each.stop()));
  if ('stop' in minio) await minio.stop();
});

/** Returns the settings of the server; skips the test without one. */
function getServer(test: TestContext) {
  if ('unavailable' in minio) return test.skip(`no MinIO: ${minio.unavailable}`);
  return toS3Settings(minio, 'backups');
}

const around = { signal: new AbortController().signal, note: () => {} };

it('a site moves from a folder to an S3 server and back, by encrypted backups in a bucket and in a folder', async (test) => {
  const server = getServer(test);
  const sealed = {
    BACKUP_S3_ENDPOINT: server.S3_ENDPOINT,
    BACKUP_S3_ACCESS_KEY: server.S3_ACCESS_KEY,
    BACKUP_S3_SECRET_KEY: server.S3_SECRET_KEY,
    BACKUP_PASSPHRASE: 'correct horse battery',
  };
  const first = await createSite();
  const onServer = await createSite({ isEmpty: true, storage: { ...server, S3_BUCKET: 'songs' } });
  const back = await createSite({ isEmpty: true });
  sites.push(first, onServer, back);
  await fillSite(first, LARGE_BYTES);
  const content = await first.read();
  const copy = { mode: 'copy' as const, keep: 14, ...around };
  const restoring = { pointsPlace: undefined, acceptDamage: false, ...around };

  await runBackup({ ...first.config, ...sealed }, 's3://backups/school/songs', copy);
  const again = await runBackup({ ...first.config, ...sealed }, 's3://backups/school/songs', copy);
  expect(again.copied.count).toBe(0);
  await runRestore({ ...onServer.config, ...sealed }, 's3://backups/school/songs', restoring);
  expect(await onServer.read()).toEqual(content);
  expect(await findMismatches(onServer.config, { mendAgeMs: undefined })).toMatchObject({
    lost: [],
    orphans: [],
  });

  const folder = join(first.folder, 'from-server');
  await runBackup({ ...onServer.config, ...sealed }, folder, copy);
  await runRestore({ ...back.config, ...sealed }, folder, restoring);
  expect(await back.read()).toEqual(content);
});

it('an encrypted backup shows nothing of its content and opens only with its passphrase', async () => {
  const [site, other] = [await createSite(), await createSite({ isEmpty: true })];
  sites.push(site, other);
  await fillSite(site, LARGE_BYTES);
  const folder = join(site.folder, 'sealed');
  const sealed = { BACKUP_PASSPHRASE: 'correct horse battery' };
  await runBackup({ ...site.config, ...sealed }, folder, { mode: 'copy', keep: 1, ...around });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) expect((await readFile(file)).includes('AUTH_SECRET')).toBe(false);
  const segment = files.find((file) => file.endsWith('.m4s')) ?? '';
  expect((await readFile(segment)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  const wrong = { ...other.config, BACKUP_PASSPHRASE: 'wrong horse battery' };
  const restoring = { pointsPlace: undefined, acceptDamage: false, ...around };
  await expect(runRestore(wrong, folder, restoring)).rejects.toThrow('is not the passphrase');
  await expect(runRestore(other.config, folder, restoring)).rejects.toThrow('Set BACKUP_PASSPHRASE');
  const locked = await openVault(folder, other.config, { create: false, isListed: true });
  expect(locked.isLocked).toBe(true);
  expect((await listBackups(locked)).complete).toHaveLength(1);
  await locked.close();
  await runRestore({ ...other.config, ...sealed }, folder, restoring);
  expect(await other.read()).toEqual(await site.read());
});

it('a backup to an S3 server that does not answer fails with a sentence', async (test) => {
  const server = getServer(test);
  const site = await createSite();
  sites.push(site);
  const nowhere = { ...server, S3_ENDPOINT: 'http://127.0.0.1:1' };
  const config = readConfig({ ...toTexts(site.config), ...nowhere, BACKUP_S3_ENDPOINT: nowhere.S3_ENDPOINT });
  const run = runBackup(config, 's3://backups/x', { mode: 'copy', keep: 1, ...around });
  await expect(run).rejects.toThrow(/\w+ .*\./);
});

function toTexts(config: object): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]));
}

it.skipIf(process.getuid?.() !== 0)(
  'a restore needs room for the databases besides that for the files, and changes nothing without it',
  async () => {
    const first = await createSite();
    sites.push(first);
    await fillSite(first, LARGE_BYTES);
    const folder = join(first.folder, 'backups');
    await runBackup(first.config, folder, { mode: 'copy', keep: 14, ...around });
    const disk = new SmallDisk(join(first.folder, 'disk'));
    const small = await createSite({ isEmpty: true, storage: { STORAGE_DIR: disk.path } });
    sites.push(small);
    const before = await small.read();
    disk.shrinkTo(30);
    const restoring = { pointsPlace: undefined, acceptDamage: false, ...around };
    await expect(runRestore(small.config, folder, restoring)).rejects.toThrow(
      /^The backup needs 7\d\.\d MB in storage \(with room for its databases\), where only 3\d\.\d MB are free\. Nothing was changed\.$/,
    );
    disk.repair();
    expect(await small.read()).toEqual(before);
    await runRestore(small.config, folder, restoring);
    expect(await small.read()).toEqual(await first.read());
    disk.remove();
  },
);
