import { chmod, lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CommandError } from '@larksong/service-kit';
import { Type, type Static } from 'typebox';

import type { Config } from '../config.ts';
import { describeFailure } from '../describe-failure.ts';
import { codeOf } from '../place-rules.ts';

/** Small files in the data folder of `npm start` that belong to the site; its address and folders belong to the machine. */
const FILES = ['superadmin.json', 'starter-pack.json', 'demo-video.json'];
/** The launcher adopts the secrets in this file. */
const RESTORED_SECRETS = 'restored-secrets.json';

export const SECRET_NAMES = ['AUTH_SECRET', 'INTERNAL_TOKEN', 'STREAM_COOKIE_SECRET', 'LINK_SECRET'] as const;

export const SiteFiles = Type.Object({
  secrets: Type.Record(Type.String(), Type.String()),
  /** By their names in the data folder. */
  files: Type.Record(Type.String(), Type.String()),
});
export type SiteFiles = Static<typeof SiteFiles>;

/** Returns the secrets of the site and its small files. Throws `CommandError` if an existing one cannot be read. */
export async function readSiteFiles(config: Config): Promise<SiteFiles> {
  const files: Record<string, string> = {};
  if (config.DATA_DIR !== undefined)
    for (const name of FILES) {
      const path = join(config.DATA_DIR, name);
      const text = await readFile(path, 'utf8').catch(undefinedIfMissing(path)); // not every site has it
      if (text !== undefined) files[name] = text;
    }
  const secrets: Record<string, string> = {};
  for (const name of SECRET_NAMES) {
    const value = config[name];
    if (value !== undefined) secrets[name] = value;
  }
  return { secrets, files };
}

/** Writes the secrets and small files into the data folder; the launcher adopts the secrets at its next start. */
export async function writeSiteFiles(dataDir: string, { secrets, files }: SiteFiles): Promise<void> {
  for (const name of FILES)
    if (files[name] !== undefined) await writePrivately(join(dataDir, name), files[name]);
  await writePrivately(join(dataDir, RESTORED_SECRETS), `${JSON.stringify(secrets)}\n`);
}

/** Returns the secrets that differ from those of the settings, as lines of an `.env` file. */
export function listOtherSecrets(config: Config, { secrets }: SiteFiles): string[] {
  return SECRET_NAMES.filter((name) => secrets[name] !== undefined && secrets[name] !== config[name]).map(
    (name) => `${name}=${secrets[name]}`,
  );
}

/**
 * Returns the paths of all files in a folder, with slashes; empty if the folder is missing. Throws `CommandError` if a part
 * of it cannot be read.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const read = readdir(folder, { recursive: true, withFileTypes: true });
  const entries = await read.catch(undefinedIfMissing(folder));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/**
 * An unreadable file, or a link to an unmounted disk, does not count as missing, because a backup without it would
 * replace its last copy.
 */
function undefinedIfMissing(path: string): (error: unknown) => Promise<undefined> {
  return async (error) => {
    const isGone = await lstat(path).then(
      () => false,
      (reason: unknown) => codeOf(reason) === 'ENOENT',
    );
    if (codeOf(error) !== 'ENOENT' || !isGone)
      throw new CommandError(`${describeFailure(path, error)} This backup does not count.`, { cause: error });
    return undefined;
  };
}

/** Writes a file whole or not at all, with the folders on its path. */
export async function writeWhole(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content, { mode, flush: true });
  await chmod(unfinished, mode);
  await rename(unfinished, path);
}

function writePrivately(path: string, content: string): Promise<void> {
  return writeWhole(path, content, 0o600);
}
