import { Readable } from 'node:stream';

import { CommandError, siteVersion } from '@larksong/service-kit';

import type { Config } from '../config.ts';
import { listGameObjects, listVideoObjects } from '../check/references-store.ts';
import { findSiteId, openSiteStorage } from '../check/site-storage.ts';
import { dumpDatabase } from '../database/dump-database.ts';
import { beginSnapshot, holdObjects, listMigrations } from '../database/store.ts';
import {
  DATABASES,
  folderOf,
  isOfOther,
  listBackups,
  MANIFEST_FORMAT,
  readManifest,
  writeManifest,
  type Dump,
  type Manifest,
  type ObjectsMode,
} from '../vault/manifest.ts';
import { readObjectList, writeObjectList, type ListedObject } from '../vault/object-list.ts';
import type { Vault } from '../vault/vault.ts';
import { copyObjects, copyPublicFiles, type CopiedObjects } from './copy-objects.ts';
import { openSite, type Site } from '../database/open-site.ts';
import { pruneBackups, type Keep } from './prune-backups.ts';
import { readSiteFiles } from './site-files.ts';

export interface BackupResult {
  /** Its folder in the vault is `backups/<id>`. */
  id: string;
  manifest: Manifest;
  copied: CopiedObjects['copied'];
  removed: string[];
}

export interface BackupOptions {
  vault: Vault;
  mode: ObjectsMode;
  keep: Keep;
  /** The name of a backup that is not removed. */
  spare?: string;
  signal: AbortSignal;
  note: (line: string) => void;
}

/**
 * Makes a backup of a site, which may be running, and removes the oldest ones beyond `keep`. Until the objects are in the
 * vault, the site deletes none. Throws `CommandError` with a sentence; an interrupted backup does not count, but the
 * next one reuses its objects.
 */
export async function createBackup(config: Config, options: BackupOptions): Promise<BackupResult> {
  await using site = await openSite(config, { isAlone: true });
  return await createBackupOf(site, config, options);
}

/** As `createBackup`, for a site that is open already. */
export async function createBackupOf(
  site: Site,
  config: Config,
  options: BackupOptions,
): Promise<BackupResult> {
  const { vault, note } = options;
  await assertFilled(site);
  await (await openSiteStorage(config, site)).close(); // before anything is written
  const siteId = await findSiteId(site.clients.catalog);
  const known = await readKnownObjects(vault, siteId);
  await holdObjects(site.clients.catalog);
  await holdObjects(site.clients.game);
  const createdAt = new Date();
  await Promise.all(DATABASES.map((name) => beginSnapshot(site.clients[name])));
  const id = await chooseId(vault, createdAt);
  note(`Copying the databases to ${vault.place} …`);
  const databases = await dumpAll(site, vault, id, options.signal);
  const references = [
    ...(await listVideoObjects(site.clients.catalog)),
    ...(await listGameObjects(site.clients.game)),
  ];
  for (const name of DATABASES) await commit(site, name);
  note('Copying the files of songs and cards …');
  const keys = references.map(({ key }) => key);
  const objects = await copyAllObjects(config, keys, { ...options, known, site });
  await assertHeld(site);
  await (await openSiteStorage(config, site)).close(); // it may have gone away meanwhile
  const made = { config, vault, id, siteId, createdAt, databases, objects, mode: options.mode };
  const manifest = await finish(made);
  const removed = await pruneBackups(vault, { ...options, siteId, spare: [id, options.spare] });
  return { id, manifest, copied: objects.copied, removed };
}

async function assertFilled(site: Site): Promise<void> {
  for (const name of DATABASES)
    if ((await listMigrations(site.clients[name])).length === 0)
      throw new CommandError('The site has never been started, so there is nothing to back up.');
}

async function dumpAll(
  site: Site,
  vault: Vault,
  id: string,
  signal: AbortSignal,
): Promise<Manifest['databases']> {
  const dumps: Partial<Record<keyof Manifest['databases'], Dump>> = {};
  for (const name of DATABASES) {
    signal.throwIfAborted();
    dumps[name] = await dumpDatabase(site.clients[name], vault, `${folderOf(id)}${name}/`);
  }
  return dumps as Manifest['databases']; // each name was set above
}

async function copyAllObjects(
  config: Config,
  keys: string[],
  options: BackupOptions & { known: Map<string, ListedObject>; site: Site },
): Promise<CopiedObjects> {
  const storage = await openSiteStorage(config, options.site);
  try {
    const copied = await copyObjects(keys, { ...options, storage });
    assertSomeFound(keys, copied);
    const files = config.PUBLIC_DIR === undefined ? [] : await copyPublicFiles(config.PUBLIC_DIR, options);
    return { ...copied, objects: [...copied.objects, ...files] };
  } finally {
    await storage.close();
  }
}

/** Throws `CommandError` if storage has no object at all of those that the databases name: it is another one, or away. */
function assertSomeFound(keys: string[], { missing }: CopiedObjects): void {
  if (missing.length > 0 && missing.length >= new Set(keys).size)
    throw new CommandError(
      'Storage has none of the files of the site, so this backup would have none either and does not count. Check that its disk is mounted, or that its bucket is the right one; older backups still exist.',
    );
}

async function finish(backup: {
  config: Config;
  vault: Vault;
  id: string;
  siteId: string | undefined;
  createdAt: Date;
  databases: Manifest['databases'];
  objects: CopiedObjects;
  mode: ObjectsMode;
}): Promise<Manifest> {
  const { vault, id } = backup;
  const { objects, missing } = backup.objects;
  const site = Buffer.from(JSON.stringify(await readSiteFiles(backup.config)));
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    id,
    ...(backup.siteId !== undefined && { siteId: backup.siteId }),
    version: siteVersion(),
    createdAt: backup.createdAt.toISOString(),
    databases: backup.databases,
    objects: {
      mode: backup.mode,
      count: objects.length,
      sizeBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      missing,
      list: await writeObjectList(vault, `${folderOf(id)}objects.gz`, objects),
    },
    site: await vault.write(`${folderOf(id)}site.json`, Readable.from([site])),
  };
  await writeManifest(vault, id, manifest);
  await readManifest(vault, id); // what is written can be read
  return manifest;
}

/** Returns the objects of the site's newest backup that can be read: a damaged one must not prevent the next one. */
async function readKnownObjects(
  vault: Vault,
  siteId: string | undefined,
): Promise<Map<string, ListedObject>> {
  for (const id of (await listBackups(vault)).complete.toReversed())
    try {
      const manifest = await readManifest(vault, id);
      if (!isOfOther(manifest, siteId)) return await readObjectList(vault, manifest.objects.list);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  return new Map();
}

/** Returns the moment as the name of a backup, such as 2026-03-01T02-00-00Z; a second one in that second waits. */
async function chooseId(vault: Vault, moment: Date): Promise<string> {
  const { complete, unfinished } = await listBackups(vault);
  const taken = new Set([...complete, ...unfinished]);
  for (let at = moment.getTime(); ; at += 1000) {
    const id = `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    if (!taken.has(id)) return id;
  }
}

async function commit(site: Site, name: (typeof DATABASES)[number]): Promise<void> {
  await site.clients[name].query('commit');
}

/** Throws `CommandError` if a connection was lost that kept the objects: some may have been deleted since. */
async function assertHeld(site: Site): Promise<void> {
  for (const name of DATABASES)
    await site.clients[name].query('select 1').catch((error: unknown) => {
      throw new CommandError(
        'The connection to the database was lost during the backup, which therefore does not count. Please make it again; it continues with the files that are already copied.',
        { cause: error },
      );
    });
}
