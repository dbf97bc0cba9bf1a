import { join, resolve } from 'node:path';

import { CommandError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Config } from '../config.ts';
import {
  assertMounted,
  assertOnlyOurs,
  findRealPath,
  hasForeign,
  isThere,
  isWithin,
  listNames,
} from '../place-rules.ts';

/** Names the format of a folder of backups, and whether it is encrypted. */
export const MARKER = 'larksong-backups.json';
export const KEY = 'key.age';
/** Begins the address of a bucket. */
export const BUCKET = 's3://';

/** Subfolders of backups. `links/` has the hard links of an encrypted place. */
export const FOLDERS = ['backups', 'objects', 'links'];
/** A vault that was never finished may have these. */
const LEFTOVERS = [KEY, '.tmp', '.uploads'];
const KIND = 'an empty folder, or one that has backups of this site already';

/** The folders in the data folder that may have backups. */
const IN_DATA = { backups: ['backups'], 'restore-points': ['backups', 'restore-points'] };

export type SiteFolders = Partial<Pick<Config, 'DATA_DIR' | 'STORAGE_DIR' | 'S3_ENDPOINT' | 'PUBLIC_DIR'>>;

/**
 * Throws `CommandError` unless backups may be made in a folder: on a disk that is mounted, outside of the site's own
 * folders, and where only backups are. Changes nothing.
 */
export async function assertBackupFolder(
  folder: string,
  site: SiteFolders,
  purpose: keyof typeof IN_DATA,
): Promise<void> {
  await assertMounted(folder);
  await assertOutside(folder, site, IN_DATA[purpose]);
  await assertOnlyOurs(resolve(folder), { isOurs: (name) => isOurs(resolve(folder), name), kind: KIND });
}

async function assertOutside(folder: string, site: SiteFolders, allowed: string[]): Promise<void> {
  const { DATA_DIR, STORAGE_DIR, S3_ENDPOINT, PUBLIC_DIR } = site;
  const paths = [resolve(folder), await findRealPath(folder)];
  const isIn = async (outer: string) => {
    const outers = [resolve(outer), await findRealPath(outer)];
    return paths.some((path) => outers.some((each) => isWithin(path, each)));
  };
  if (DATA_DIR !== undefined) {
    const places = allowed.map((name) => resolve(DATA_DIR, name));
    // Where such a folder leads to, perhaps another disk, has been chosen by somebody.
    if (places.some((each) => isWithin(resolve(folder), each))) return;
    if (await isIn(DATA_DIR))
      throw new CommandError(
        `${folder} is inside the data folder of the site, ${DATA_DIR}. Choose a folder outside of it, or ${join(DATA_DIR, 'backups')}.`,
      );
  }
  const others = [S3_ENDPOINT === undefined ? STORAGE_DIR : undefined, PUBLIC_DIR];
  for (const other of others)
    if (other !== undefined && (await isIn(other)))
      throw new CommandError(
        `${folder} is inside the folder of the site’s videos and pictures, ${other}. Choose a folder outside of it.`,
      );
}

/**
 * With its marker, everything in a folder is ours; without it, only leftovers of an interrupted first backup, and other
 * vaults.
 */
async function isOurs(folder: string, name: string): Promise<boolean> {
  if (await isThere(join(folder, MARKER))) return true;
  if (await isThere(join(folder, name, MARKER))) return true;
  if (LEFTOVERS.includes(name)) return !(await hasContent(folder));
  return FOLDERS.includes(name) && !(await hasContent(folder));
}

/** Returns whether there is anything in the subfolders: backups whose marker was lost. */
async function hasContent(folder: string): Promise<boolean> {
  const found = await Promise.all(FOLDERS.map((name) => listNames(join(folder, name))));
  return found.some((names) => names.length > 0);
}

/** As for a folder: throws `CommandError` if a bucket has anything below the prefix but other vaults. */
export async function assertBackupBucket(storage: Storage, prefix: string, place: string): Promise<void> {
  const vaults = new Map<string, boolean>();
  for await (const { key } of storage.list(prefix)) {
    const name = key.slice(prefix.length);
    const [folder = ''] = name.split('/');
    if (name === KEY) continue;
    const isVault =
      vaults.get(folder) ??
      (folder !== name && (await storage.stat(`${prefix}${folder}/${MARKER}`)) !== undefined);
    if (!isVault) throw hasForeign(place, name, 'an empty bucket or a new folder in it');
    vaults.set(folder, isVault);
  }
}

/** Returns whether a folder has backups, or an address is a bucket's. Throws `CommandError` if that cannot be seen. */
export async function isBackupPlace(place: string): Promise<boolean> {
  return place.startsWith(BUCKET) || isThere(join(resolve(place), MARKER));
}
