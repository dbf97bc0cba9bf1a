import { join } from 'node:path';

import { createDatabase } from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { expect, it, onTestFinished } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import { verify } from '../src/commands/verify.ts';
import type { Config } from '../src/config.ts';
import { createSealedFolder, createSite, type TestSite } from './site.ts';

const PASSPHRASE = 'a long passphrase';
const around = { signal: new AbortController().signal, note: () => {} };

async function createSiteWithLog(): Promise<{ site: TestSite; config: Config; folder: string }> {
  const site = await createSite();
  onTestFinished(() => site.stop());
  const folder = await createSealedFolder(join(site.folder, 'backups'), PASSPHRASE);
  const config = { ...site.config, BACKUP_FOLDER: folder, BACKUP_PASSPHRASE: PASSPHRASE };
  for (let time = 0; time < 3; time += 1) await change(config);
  return { site, config, folder };
}

/** Records a change of a song. */
async function change(config: Config): Promise<void> {
  const db = createDatabase<unknown>({ url: config.CATALOG_DATABASE_URL, logger: createTestLogger() });
  await db.transaction().execute((trx) => recordAs(COMMAND_LINE)(trx, { action: 'video.update' }));
  await db.destroy();
}

function backUp(config: Config, folder: string) {
  return runBackup(config, folder, { mode: 'copy', keep: 14, ...around });
}

/** Changes the log as somebody with full rights in the database can. */
async function meddle(site: TestSite, statement: string): Promise<void> {
  await site.query('catalog', 'alter table audit_entries disable trigger user');
  await site.query('catalog', statement);
  await site.query('catalog', 'alter table audit_entries enable trigger user');
}

/** Runs `larksong verify` and returns its code, its lines and its notes. */
async function runVerify(config: Config) {
  const lines: string[] = [];
  const notes: string[] = [];
  const environment = Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, String(value)]),
  );
  const code = await verify.run([], {
    environment,
    signal: around.signal,
    print: (line) => void lines.push(line),
    note: (line) => void notes.push(line),
  });
  return { code, lines, notes };
}

it.runIf(isLongRun)('the manifest of a backup names the last entry of each audit log', async () => {
  const { site, config, folder } = await createSiteWithLog();
  const { manifest } = await backUp(config, folder);
  const [last] = await site.query(
    'catalog',
    `select encode(hash, 'hex') as sha256 from audit_entries where number = 3`,
  );
  expect(manifest.databases.catalog.lastEntry).toEqual({ number: 3, sha256: last?.['sha256'] });
  expect(manifest.databases.game.lastEntry).toBeUndefined();
});

it('verify names an audit log that ends before an entry in a backup, or differs from it, and accepts a longer one', async () => {
  const { site, config, folder } = await createSiteWithLog();
  const { id } = await backUp(config, folder);
  await change(config);
  const good = await runVerify(config);
  expect(good).toMatchObject({ code: 0, notes: [] });
  expect(good.lines.join('\n')).not.toMatch(/audit/i);

  await meddle(site, `update audit_entries set hash = decode(repeat('ab', 32), 'hex') where number = 3`);
  const differing = await runVerify(config);
  expect(differing.code).toBe(1);
  expect(differing.lines.at(-1)).toBe(
    `Entry 3 of the audit log of catalog differs from that in the backup ${id}: the log was changed.`,
  );

  await meddle(site, 'delete from audit_entries where number >= 3');
  await backUp(config, folder); // of the shortened log
  const shorter = await runVerify(config);
  expect(shorter.code).toBe(1);
  expect(shorter.lines.at(-1)).toBe(
    `The audit log of catalog ends before entry 3, which is in the backup ${id}: later entries were removed.`,
  );
});

it('verify accepts an audit log whose old entries were removed by their age', async () => {
  const { site, config, folder } = await createSiteWithLog();
  await backUp(config, folder);
  await change(config);
  await meddle(site, 'delete from audit_entries where number <= 3');
  expect(await runVerify(config)).toMatchObject({ code: 0, notes: [] });
});

it.runIf(isLongRun)(
  'after an older backup was restored, verify compares the audit logs with that backup and newer ones',
  async () => {
    const { site, config, folder } = await createSiteWithLog();
    const { id } = await backUp(config, folder);
    await change(config);
    await backUp(config, folder);
    await runRestore(config, folder, { id, pointsPlace: undefined, acceptDamage: false, ...around });
    await change(config); // entry 4, another one than before
    expect(await runVerify(config)).toMatchObject({ code: 0, notes: [] });
    await meddle(site, 'delete from audit_entries where number >= 3');
    expect((await runVerify(config)).lines.at(-1)).toContain(`before entry 3, which is in the backup ${id}`);
  },
);

it('verify says why the audit logs cannot be compared with backups', async () => {
  const { config } = await createSiteWithLog();
  const { code, notes } = await runVerify({ ...config, BACKUP_PASSPHRASE: 'another passphrase' });
  expect([code, notes]).toEqual([
    0,
    [expect.stringMatching(/^The audit logs were not compared with backups\. This is not the passphrase/)],
  ]);
});
