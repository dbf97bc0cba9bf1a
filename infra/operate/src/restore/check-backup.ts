import { CommandError, isMark, siteVersion } from '@larksong/service-kit';
import pMap from 'p-map';
import { Value } from 'typebox/value';

import { SiteFiles } from '../backup/site-files.ts';
import { MIGRATIONS } from '../database/migrations.ts';
import { DATABASES, listBackups, readManifest, type Manifest } from '../vault/manifest.ts';
import {
  listStoredObjects,
  readObjectList,
  storedName,
  toStoredFile,
  type ListedObject,
} from '../vault/object-list.ts';
import { DamagedFile, type StoredFile, type Vault } from '../vault/vault.ts';

const AT_ONCE = 4;

/** A backup whose own files are intact and known to this version. */
export interface CheckedBackup {
  id: string;
  manifest: Manifest;
  objects: Map<string, ListedObject>;
  site: SiteFiles;
}

/**
 * Opens a backup, by default the newest complete one, and checks all of its files but those of songs and cards. Throws
 * `CommandError` if it is unfinished, damaged or newer than this Larksong.
 */
export async function openBackup(vault: Vault, id?: string): Promise<CheckedBackup> {
  const chosen = id ?? (await listBackups(vault)).complete.at(-1);
  if (chosen === undefined) throw new CommandError(`There is no complete backup in ${vault.place}.`);
  const manifest = await readManifest(vault, chosen);
  assertKnown(chosen, manifest);
  try {
    for (const file of listOwnFiles(manifest)) await vault.check(file);
    const objects = await readObjectList(vault, manifest.objects.list);
    return { id: chosen, manifest, objects, site: await readSite(vault, manifest.site) };
  } catch (error) {
    throw error instanceof DamagedFile ? refusal(chosen, vault, error) : error;
  }
}

/** Checks the files of songs and cards of a backup and returns those that are damaged or missing. */
export async function findDamagedObjects(
  vault: Vault,
  { manifest, objects }: CheckedBackup,
  signal: AbortSignal,
): Promise<DamagedFile[]> {
  if (manifest.objects.mode === 'list') return [];
  const sizes = await listStoredObjects(vault);
  const checkOne = async (object: ListedObject): Promise<DamagedFile | undefined> => {
    signal.throwIfAborted();
    const file = toStoredFile(object);
    if (file === undefined && sizes.get(storedName(vault, object)) === object.sizeBytes) return undefined;
    try {
      // A hard link has a size only.
      const name = storedName(vault, object);
      await vault.check(file ?? { name, sizeBytes: 0, storedBytes: 0, sha256: '' });
      return undefined;
    } catch (error) {
      if (error instanceof DamagedFile) return error;
      throw error;
    }
  };
  const found = await pMap(objects.values(), checkOne, { concurrency: AT_ONCE });
  return found.filter((each) => each !== undefined);
}

function listOwnFiles(manifest: Manifest): StoredFile[] {
  const tables = DATABASES.flatMap((name) => manifest.databases[name].tables);
  return [...tables.map(({ file }) => file), manifest.objects.list, manifest.site];
}

function assertKnown(id: string, manifest: Manifest): void {
  for (const name of DATABASES) {
    const unknown = manifest.databases[name].migrations.filter(
      (each) => !(each in MIGRATIONS[name]) && !isMark(each),
    );
    if (unknown.length > 0)
      throw new CommandError(
        `The backup ${id} was made by Larksong ${manifest.version}, which is newer than this one (${siteVersion()}). Update Larksong first, then restore it.`,
      );
  }
}

async function readSite(vault: Vault, file: StoredFile): Promise<SiteFiles> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await vault.read(file)) chunks.push(chunk);
  return Value.Parse(SiteFiles, JSON.parse(Buffer.concat(chunks).toString()));
}

function refusal(id: string, vault: Vault, error: DamagedFile): CommandError {
  return new CommandError(
    `The backup ${id} in ${vault.place} is damaged and was not restored. ${error.message} Choose an older one; "larksong backups" lists them.`,
    { cause: error },
  );
}
