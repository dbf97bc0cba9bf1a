import { lstat, readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf, Problem } from '../host/problem.ts';

/** The database cannot be used in its present state; nothing was changed. */
export class BrokenCluster extends Problem {}

/** The remedy for a lost or damaged database, appended to the sentences about it. */
export const RESTORE_ADVICE =
  'If it is lost or damaged, restore a backup into a new DATA_DIR: DATA_DIR=NEW_FOLDER npm run larksong -- restore FOLDER. Nothing was changed.';

/** Without any of these, Postgres cannot have stopped in this folder. */
const ESSENTIAL = ['PG_VERSION', 'global/pg_control', 'global', 'base', 'pg_wal', 'pg_xact'];

/**
 * Returns whether a folder has a cluster. False only if it certainly has none, since it is missing or empty. Throws
 * `BrokenCluster` with a sentence for anything else, because data that cannot be seen may still exist.
 */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const names = await listFolder(dataDir);
  if (names === undefined || names.length === 0) return false;
  for (const name of ESSENTIAL) await assertThere(dataDir, name);
  return true;
}

/** Returns the names in a folder; undefined if it does not exist. Throws `BrokenCluster` for anything else. */
async function listFolder(path: string): Promise<string[] | undefined> {
  try {
    return await readdir(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(path, error);
  }
  const link = await readlink(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EINVAL') return undefined;
    throw unreadable(path, error);
  });
  if (link === undefined) return undefined;
  throw new BrokenCluster(
    `${path} is a link to ${link}, which is missing. Is its disk plugged in and mounted? ${RESTORE_ADVICE}`,
  );
}

async function assertThere(dataDir: string, name: string): Promise<void> {
  try {
    const found = await stat(join(dataDir, name));
    if (found.isDirectory() || found.size > 0) return;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unreadable(join(dataDir, name), error);
    throw incomplete(dataDir, `${name} is missing`);
  }
  throw incomplete(dataDir, `${name} is empty`);
}

function incomplete(dataDir: string, why: string): BrokenCluster {
  return new BrokenCluster(
    `The database in ${dataDir} is incomplete: ${why}. If it was copied or moved, copy it again while the site that it comes from is stopped. ${RESTORE_ADVICE}`,
  );
}

/** Returns the major version of Postgres that made a cluster. Throws `BrokenCluster` if that cannot be read. */
export async function readMajor(cluster: string): Promise<number> {
  const file = join(cluster, 'PG_VERSION');
  const version = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return Number.parseInt(version, 10);
}

/** Returns the sentence for a path that cannot be read, whether or not it is known to exist. */
export function unreadable(path: string, error: unknown): BrokenCluster {
  const code = codeOf(error) ?? String(error);
  return new BrokenCluster(`${whyUnreadable(path, code)} Nothing was changed.`, { cause: error });
}

function whyUnreadable(path: string, code: string): string {
  if (code === 'EACCES' || code === 'EPERM')
    return `${path} may not be read by this user (${code}). Start Larksong as the user who owns the data, or give it to this one: sudo chown -R "$USER" FOLDER.`;
  if (code === 'ENOTDIR') return `${path} is not a folder (${code}). Put the folder of the database back.`;
  if (code === 'ELOOP') return `${path} is a link that points to itself (${code}). Put the folder back.`;
  return `${path} cannot be read (${code}). Check its disk for errors with dmesg, and whether it is mounted.`;
}

/** Returns whether something exists at a path, a broken link included. Throws `BrokenCluster` if that cannot be seen. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw unreadable(path, error);
  }
}
