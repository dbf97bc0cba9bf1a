import { CommandError, isMark } from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import { rootOf } from '@larksong/service-kit/status';
import type { Storage } from '@larksong/service-kit/storage';

import { createBackupOf } from '../backup/create-backup.ts';
import { assertStopped, openSite, type Site } from '../database/open-site.ts';
import { restorePointMode } from '../backup/restore-points.ts';
import { listOtherSecrets, writeSiteFiles } from '../backup/site-files.ts';
import { openSiteStorage } from '../check/site-storage.ts';
import type { Config } from '../config.ts';
import { loadDatabase, type LoadedDatabase } from '../database/load-database.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { closeSetup, forgetMark, listMigrations } from '../database/store.ts';
import { DATABASES } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { openBackup, type CheckedBackup } from './check-backup.ts';
import { restoreObjects, type RestoredObjects } from './restore-objects.ts';

export interface RestoreOptions {
  vault: Vault;
  /** The name of a backup; the newest complete one by default. */
  id?: string | undefined;
  /** Where the present state is kept first; undefined for an installation whose state does not matter. */
  restorePoints: Vault | undefined;
  acceptDamage: boolean;
  /** Whether the databases stay in the version of the backup, for a Larksong of that version; not by default. */
  asItWas?: boolean | undefined;
  signal: AbortSignal;
  note: (line: string) => void;
}

export interface RestoreResult extends RestoredObjects {
  backup: CheckedBackup;
  /** The name of the backup of the state before; undefined if the site was empty. */
  restorePoint: string | undefined;
  /** Lines for `.env`, if the site's secrets are others than those of the backup and this command cannot change them. */
  secrets: string[];
}

/** Some databases may be those of the backup already, and refer to its files. */
class HalfRestored extends CommandError {
  override name = 'HalfRestored';
}

/** A disk with less than this is taken to be full. */
const FULL_BYTES = 16 * 1024 * 1024;

/**
 * Replaces the content of a site, which must not be running, with a backup. The databases change last and together, so
 * that a failure leaves the site unchanged. Objects of the site are never removed. Throws `CommandError` with a
 * sentence if the site runs, or if the backup is damaged, unfinished or newer.
 */
export async function restoreBackup(config: Config, options: RestoreOptions): Promise<RestoreResult> {
  const { vault, note, signal } = options;
  note(`Checking the backup in ${vault.place} …`);
  const backup = await openBackup(vault, options.id);
  await using site = await openSite(config, { isAlone: true });
  await assertStopped(site, 'a restore would change its data while it runs');
  if (options.asItWas) await assertNoLessClosed(site, backup);
  const restorePoint = await keepPresentState(config, backup.id, options);
  note(`Restoring the backup ${backup.id} …`);
  const storage = await openSiteStorage(config, site);
  try {
    const target = {
      vault,
      storage,
      publicDir: config.PUBLIC_DIR,
      isFolder: config.S3_ENDPOINT === undefined,
      acceptDamage: options.acceptDamage,
      signal,
      note,
    };
    const objects = await restoreObjects(backup, target);
    note('Restoring databases …');
    const { asItWas: isSameSite = false } = options;
    await loadAll(site, backup, { vault, signal, isSameSite, isMigrated: !isSameSite, restorePoint }).catch(
      async (error: unknown) => {
        if (error instanceof HalfRestored || !(await isOutOfSpace(error, storage))) throw error;
        // Postgres needs the room, and may not even start without it.
        for (const key of objects.added) await storage.delete(key);
        throw new CommandError(
          'There is not enough space for the databases of the backup. The site is as it was. Make room on its disk, then restore again.',
          { cause: error },
        );
      },
    );
    const secrets = await restoreSecrets(config, backup);
    return { ...objects, backup, restorePoint, secrets };
  } finally {
    await storage.close();
  }
}

/**
 * Replaces only the databases of a stopped site with exact copies from a backup, for the same site on another database
 * server. A failure leaves them unchanged. Returns the name of the backup.
 */
export async function restoreDatabases(
  config: Config,
  { vault, id, note, signal }: Pick<RestoreOptions, 'vault' | 'id' | 'note' | 'signal'>,
): Promise<string> {
  note(`Checking the backup in ${vault.place} …`);
  const backup = await openBackup(vault, id);
  await using site = await openSite(config, { isAlone: true });
  await assertStopped(site, 'a restore would change its data while it runs');
  note('Restoring databases …');
  const exactly = { isSameSite: true, isMigrated: true, restorePoint: undefined };
  await loadAll(site, backup, { vault, signal, ...exactly });
  return backup.id;
}

/** Whether Postgres said so (`disk_full`), or the disk of a storage folder, mostly the same, has hardly anything left. */
async function isOutOfSpace(error: unknown, storage: Storage): Promise<boolean> {
  if (error instanceof Error && 'code' in error && error.code === '53100') return true;
  const freeBytes = await storage.freeBytes().catch(() => undefined);
  return freeBytes !== undefined && freeBytes < FULL_BYTES;
}

/** Makes a backup of the state before, unless the site is empty. Throws `CommandError` if only a part of it is. */
async function keepPresentState(
  config: Config,
  restoredId: string,
  { restorePoints, signal, note }: RestoreOptions,
): Promise<string | undefined> {
  if (restorePoints === undefined) return undefined;
  await using site = await openSite(config, { isAlone: false });
  const empty: string[] = [];
  for (const name of DATABASES) if ((await listMigrations(site.clients[name])).length === 0) empty.push(name);
  if (empty.length === DATABASES.length) return undefined;
  if (empty.length > 0)
    throw new CommandError(
      `The site cannot be kept as a restore point: its database of ${empty.join(' and of ')} is empty, unlike the others. Check the addresses of the databases. If you do not need the content of the others, add --no-restore-point. Nothing was changed.`,
    );
  note('Making a restore point of the present state …');
  const { id } = await createBackupOf(site, config, {
    vault: restorePoints,
    mode: restorePointMode(config),
    keep: 'thinned',
    // It may be a restore point itself, even the oldest.
    spare: restoredId,
    signal,
    note: () => undefined,
  });
  return id;
}

/** Throws `CommandError` if the site is in a state that the version of the backup would not heed, such as closed. */
async function assertNoLessClosed({ clients }: Site, { manifest }: CheckedBackup): Promise<void> {
  for (const name of DATABASES) {
    const { migrations } = manifest.databases[name];
    const mark = (await listMigrations(clients[name])).find(
      (each) => isMark(each) && !migrations.includes(each),
    );
    if (mark !== undefined)
      throw new CommandError(
        `The present state of the site would be lost to an earlier version (${mark.replace(/^\d+-narrow-/, '')}). Start this version, do what is in brackets, stop it, and run this again. Nothing was changed.`,
      );
  }
}

async function loadAll(
  site: Site,
  backup: CheckedBackup,
  around: {
    vault: Vault;
    signal: AbortSignal;
    isSameSite: boolean;
    isMigrated: boolean;
    restorePoint: string | undefined;
  },
): Promise<void> {
  const { vault, signal, isSameSite, isMigrated, restorePoint } = around;
  const loaded: LoadedDatabase[] = [];
  try {
    for (const name of DATABASES) {
      signal.throwIfAborted();
      const target = { vault, migrations: MIGRATIONS[name], isMigrated };
      const database = await loadDatabase(site.clients[name], backup.manifest.databases[name], target);
      loaded.push(database);
      if (name !== 'auth' && !isSameSite) await forgetMark(site.clients[name]);
      if (name === 'auth' && !isSameSite) {
        await closeSetup(site.clients.auth);
        await recordRestore(database, backup, { place: vault.place, restorePoint });
      }
    }
  } catch (error) {
    for (const each of loaded) await each.rollback();
    throw error;
  }
  await commitAll(loaded);
}

/** Throws `HalfRestored` if a commit fails, because it may have taken effect nevertheless, and earlier commits have. */
async function commitAll(loaded: LoadedDatabase[]): Promise<void> {
  for (const each of loaded)
    await each.commit().catch((cause: unknown) => {
      throw new HalfRestored(
        `Some databases of the backup may not have been restored (${rootOf(cause).problem}). All of its files are in storage. Make room if the disk is full, then restore the same backup again, with --no-restore-point if the site was empty before.`,
        { cause },
      );
    });
}

/** Adds the restore to the audit log, because later entries than the backup are only in the restore point. */
async function recordRestore(
  { trx }: LoadedDatabase,
  { id, manifest }: CheckedBackup,
  from: { place: string; restorePoint: string | undefined },
): Promise<void> {
  const after = { madeAt: manifest.createdAt, version: manifest.version, ...from };
  await recordAs(COMMAND_LINE)(trx, { action: 'site.restore', subject: { name: id }, after });
}

async function restoreSecrets(config: Config, { site }: CheckedBackup): Promise<string[]> {
  if (config.DATA_DIR === undefined) return listOtherSecrets(config, site);
  await writeSiteFiles(config.DATA_DIR, site);
  return [];
}
