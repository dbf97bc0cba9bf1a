import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf, Problem } from '../host/problem.ts';
import { identityOf, isSameProcess } from '../host/process-identity.ts';
import { isThere } from './cluster.ts';

/** Version of the data folder's layout; raised by a change that an older Larksong would not understand. */
const VERSION = 1;

/** The folder was written by a newer Larksong. */
export class NewerData extends Problem {}

/** Creates the folder, or checks that this Larksong understands it; throws a `Problem` with a sentence if not. */
export async function openDataFolder(dataDir: string): Promise<void> {
  await explaining(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await hasSite(dataDir))) writePrivately(join(dataDir, 'version.json'), { version: VERSION });
    else await assertUnderstood(dataDir);
  });
}

/** Checks that this Larksong understands the data of a site and changes nothing; throws a `Problem` with a sentence if not. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  await explaining(dataDir, () => assertUnderstood(dataDir));
}

/** Returns whether a folder has the data of a site, or some of it. Throws an error of the system if that cannot be seen. */
export async function hasSite(dataDir: string): Promise<boolean> {
  for (const name of ['version.json', 'secrets.json', 'postgres', 'given-servers.json'])
    if (await isThere(join(dataDir, name))) return true;
  return false;
}

async function assertUnderstood(dataDir: string): Promise<void> {
  const version = readVersion(await readIfThere(join(dataDir, 'version.json')));
  if (version === undefined)
    throw new Problem(
      `The file version.json is missing in ${dataDir}, which has the data of a site. Put it back; if this version has been started with these data before, it contains {"version":${VERSION}}. Nothing was changed.`,
    );
  if (version > VERSION)
    throw new NewerData(
      `The data in ${dataDir} was written by a newer Larksong (data version ${version}; this one supports ${VERSION}). Update Larksong, or choose another folder with DATA_DIR.`,
    );
}

/** Does `work` with the folder, whose errors of the system become a `Problem`. */
async function explaining<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`The data folder ${dataDir} cannot be used (${codeOf(error) ?? String(error)}).`, {
      cause: error,
    });
  }
}

function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  try {
    const content = JSON.parse(text) as { version?: unknown }; // checked right below
    if (typeof content.version === 'number') return content.version;
  } catch {
    // Falls through to the sentence.
  }
  throw new Problem('The file version.json in the data folder is damaged; it should contain {"version":1}.');
}

interface LockContent {
  pid: number;
  identity: string;
  port: number;
  /** Missing in locks of older versions. */
  folder?: string;
}

/** Returns an identity that distinguishes a folder from its copies, which have the same lock and process records. */
export function folderIdentityOf(dataDir: string): string {
  const found = statSync(dataDir, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/**
 * Locks the folder against other launchers until `release` is called or this process is gone.
 * Throws a `Problem` if another launcher holds the lock.
 */
export async function lockDataFolder(dataDir: string, port: number): Promise<{ release(): Promise<void> }> {
  const file = join(dataDir, 'launcher.lock');
  const mine = join(dataDir, `launcher.lock.${process.pid}`);
  const content: LockContent = {
    pid: process.pid,
    identity: identityOf(process.pid) ?? '',
    port,
    folder: folderIdentityOf(dataDir),
  };
  await explaining(dataDir, async () => {
    await writeFile(mine, JSON.stringify(content));
    try {
      while (!(await tryLink(mine, file))) await removeIfStale(file, dataDir);
    } finally {
      await rm(mine, { force: true });
    }
  });
  return { release: () => rm(file, { force: true }) };
}

/** Creates a hard link; of several simultaneous attempts exactly one returns true. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeIfStale(file: string, dataDir: string): Promise<void> {
  assertNotHeld(await readIfThere(file), dataDir);
  // Moved away first: of two launchers that find the same stale lock, one must not remove the other's new lock.
  const aside = `${file}.stale.${process.pid}`;
  if (!(await renameIfThere(file, aside))) return;
  try {
    assertNotHeld(await readIfThere(aside), dataDir);
  } catch (error) {
    await tryLink(aside, file);
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

function assertNotHeld(lock: string | undefined, dataDir: string): void {
  const holder = holderOf(dataDir, lock);
  if (holder === undefined) return;
  throw new Problem(
    `Larksong is already running with the data in ${dataDir} (process ${holder.pid}, port ${holder.port}). Stop it first, or choose another folder with DATA_DIR and another PORT.`,
  );
}

/** Returns the process that runs the site with this folder, and its port; undefined if there is none. */
export async function findHolder(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  return holderOf(dataDir, await readIfThere(join(dataDir, 'launcher.lock')));
}

/**
 * Returns the holder of the lock; undefined if that process has ended, or if it holds the folder from which this one
 * was copied.
 */
function holderOf(dataDir: string, lock: string | undefined): LockContent | undefined {
  const holder = readLock(lock);
  if (holder === undefined || !isSameProcess(holder.pid, holder.identity)) return undefined;
  return holder.folder === undefined || holder.folder === folderIdentityOf(dataDir) ? holder : undefined;
}

function readLock(text: string | undefined): LockContent | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as LockContent); // written by lockDataFolder alone
  } catch {
    return undefined; // writing it was interrupted: nobody holds it
  }
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns the content of a JSON file, or an empty object if the file is missing. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new Problem(`The file ${file} cannot be read (${codeOf(error) ?? 'it is damaged'}).`, {
      cause: error,
    });
  }
}

/** Writes a JSON file that only its owner can read; a concurrent reader, or one after a crash, finds all of it or none. */
export function writePrivately(file: string, content: unknown): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
