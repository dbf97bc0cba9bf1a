import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';

import { CommandError } from '@larksong/service-kit';

import { describeFailure } from './describe-failure.ts';

/** Names that operating systems create in the root folder of a disk. */
const OF_SYSTEMS =
  /^(lost\+found|System Volume Information|\$RECYCLE\.BIN|@eaDir|\.Trash.*|\.Spotlight-.*|\.fseventsd|\.TemporaryItems|\.DS_Store)$/;

/**
 * Throws `CommandError` if the parent folder does not exist, which usually means that the disk is not mounted. Other
 * problems are reported when the folder is created.
 */
export async function assertMounted(folder: string): Promise<void> {
  const parent = dirname(resolve(folder));
  const isMissing = await stat(parent).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
  if (isMissing)
    throw new CommandError(`The folder ${parent} does not exist. Is the disk plugged in and mounted?`);
}

/** Returns whether a path is a folder or inside of it. Both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/**
 * Resolves the links in the existing part of a path. The rest, which would be created, is kept unchanged.
 */
export async function findRealPath(path: string): Promise<string> {
  const absolute = resolve(path);
  const real = await realpath(absolute).catch(() => undefined);
  if (real !== undefined || dirname(absolute) === absolute) return real ?? absolute;
  return join(await findRealPath(dirname(absolute)), basename(absolute));
}

/**
 * Throws `CommandError` if a folder contains anything that is not ours or cannot be read; a missing one is empty.
 * `kind` says which folder to choose instead.
 */
export async function assertOnlyOurs(
  folder: string,
  { isOurs, kind }: { isOurs: (name: string) => boolean | Promise<boolean>; kind: string },
): Promise<void> {
  for (const name of (await listNames(folder)).toSorted())
    if (!OF_SYSTEMS.test(name) && !(await isOurs(name))) throw hasForeign(folder, name, kind);
}

/** Returns the names in a folder; none if it does not exist. Throws `CommandError` if it cannot be read, which is not empty. */
export async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new CommandError(describeFailure(folder, error), { cause: error });
  }
}

/** Returns whether a path exists. Throws `CommandError` if that cannot be seen. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    // Below a file, nothing can exist.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw new CommandError(describeFailure(path, error), { cause: error });
  }
}

/** Returns the sentence that refuses a folder or a bucket with other files. */
export function hasForeign(place: string, name: string, kind: string): CommandError {
  return new CommandError(
    `${place} has other files in it, such as ${name}. Choose ${kind}; nothing was changed.`,
  );
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
