import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf, Problem } from './problem.ts';
import { identityOf, isSameProcess } from './process-identity.ts';

/** Of the layout of the data folder; raised by a change that an older Larksong would not understand. */
const VERSION = 1;

/** Secrets that are made once and then stay, each of 256 bits. */
const SECRET_NAMES = [
  'internalToken',
  'authSecret',
  'streamCookieSecret',
  'postgresPassword',
  'redisPassword',
] as const;
export type Secrets = Record<(typeof SECRET_NAMES)[number], string>;

/** Makes the folder, or checks that this Larksong understands it; throws a `Problem` with a sentence if not. */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = join(dataDir, 'version.json');
    const version = readVersion(await readIfThere(file));
    if (version === undefined) writePrivately(file, { version: VERSION });
    else if (version > VERSION)
      throw new Problem(
        `The data in ${dataDir} was written by a newer Larksong (data version ${version}, this one knows ${VERSION}). Update Larksong, or choose another folder with DATA_DIR.`,
      );
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
  throw new Problem('The file version.json in the data folder is damaged; it should hold {"version":1}.');
}

interface LockContent {
  pid: number;
  identity: string;
  port: number;
  /** Missing in what older versions wrote. */
  folder?: string;
}

/** Tells a folder from a copy of it, which holds the same lock and the same records of processes. */
export function folderIdentityOf(dataDir: string): string {
  const found = statSync(dataDir, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/**
 * Keeps every other launcher away from the folder until `release` is called or this process is gone.
 * Throws a `Problem` when another one is at work.
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
  await writeFile(mine, JSON.stringify(content));
  try {
    while (!(await tryLink(mine, file))) await removeIfStale(file, dataDir);
  } finally {
    await rm(mine, { force: true });
  }
  return { release: () => rm(file, { force: true }) };
}

/** A hard link is made by exactly one of several who try at once. */
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
  // Moved away first: of two launchers that find the same stale lock, one must not remove the other's new one.
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

/** Who runs the site with this folder right now, and on which port; undefined when nobody does. */
export async function findHolder(dataDir: string): Promise<{ pid: number; port: number } | undefined> {
  return holderOf(dataDir, await readIfThere(join(dataDir, 'launcher.lock')));
}

/** Who holds the lock; undefined when that process is gone, or holds the folder of which this one is a copy. */
function holderOf(dataDir: string, lock: string | undefined): LockContent | undefined {
  const holder = readLock(lock);
  if (holder === undefined || !isSameProcess(holder.pid, holder.identity)) return undefined;
  return holder.folder === undefined || holder.folder === folderIdentityOf(dataDir) ? holder : undefined;
}

function readLock(text: string | undefined): LockContent | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as LockContent); // written by lockDataFolder alone
  } catch {
    return undefined; // broken off while it was written: nobody holds it
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

/** The secrets of this folder, made at the first start and readable by the owner alone. */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readJson(file) as Partial<Secrets>; // written below alone; a missing name is filled in
  const secrets = Object.fromEntries(
    SECRET_NAMES.map((name) => [name, kept[name] ?? randomBytes(32).toString('hex')]),
  ) as Secrets; // by construction it has every name
  if (SECRET_NAMES.some((name) => kept[name] === undefined)) writePrivately(file, secrets);
  return secrets;
}

/** The content of a JSON file, or an empty object when it is not there. */
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

/** Writes a JSON file that only its owner can read; whoever reads it meanwhile, or after a crash, finds all or none of it. */
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
