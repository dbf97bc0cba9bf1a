import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import type { Kysely } from 'kysely';

import { isMissing, makeFolder } from './durable-files.ts';
import { readMark, setMarked } from './mark-store.ts';
import { awayStorage } from './storage-errors.ts';

/*
 * A disk that is not mounted leaves an empty folder in its place. So a storage folder has a mark for each service whose
 * objects it holds, by which they recognise it. Its name starts with a dot: no version of Larksong lists it as an object.
 */

/** The folders of objects in storage, one for each service. */
export type MarkedFolder = 'videos' | 'game';

/** Distinguishes the storage folder of a site from any other. */
export interface StorageMark {
  /** Throws `AppError('UNAVAILABLE')` unless the folder is that of the site. The key is empty for the folder as a whole. */
  assert(key: string): Promise<void>;
}

/** Returns the path of the mark in a storage folder; its content is the id of the service's database. */
export function markPath(root: string, folder: MarkedFolder): string {
  return join(resolve(root), '.marks', folder);
}

/** Returns the content of a mark; undefined if it is missing. */
export async function readMarkFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw awayStorage(error);
  }
}

/**
 * Returns the mark of a service with a database. `listKeys` names some objects that storage must have; the mark is written
 * only where one of them is found, or for a new site, which has none.
 */
export function createStorageMark<T>(of: {
  root: string;
  folder: MarkedFolder;
  db: Kysely<T>;
  listKeys: () => Promise<string[]>;
}): StorageMark {
  const path = markPath(of.root, of.folder);
  let id: string | undefined;
  let settling: Promise<void> | undefined;
  const settle = async (): Promise<void> => {
    const row = await readMark(of.db);
    ({ id } = row);
    const found = await readMarkFile(path);
    if (found !== id) {
      const why = await whyNotWritten({ ...of, found, isNew: row.markedAt === null });
      if (why !== undefined) throw awayStorage(new Error(`${why}; ${path} should contain ${id}`));
      await writeMark(path, id);
    }
    await setMarked(of.db);
  };
  return {
    async assert() {
      if (id !== undefined && (await readMarkFile(path)) === id) return;
      settling ??= settle().finally(() => (settling = undefined));
      await settling;
    },
  };
}

async function whyNotWritten(of: {
  root: string;
  listKeys: () => Promise<string[]>;
  found: string | undefined;
  isNew: boolean;
}): Promise<string | undefined> {
  const keys = await of.listKeys();
  let hasOne = false;
  for (const key of keys) hasOne ||= await isFile(join(of.root, key));
  const isOfNewSite = of.isNew && keys.length === 0;
  if (of.found === undefined)
    return hasOne || isOfNewSite ? undefined : `the files of this site are not in ${of.root}`;
  return hasOne && of.isNew ? undefined : `${of.root} has the files of another site`;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (isMissing(error)) return false;
    throw awayStorage(error);
  }
}

async function writeMark(path: string, id: string): Promise<void> {
  try {
    await makeFolder(dirname(path));
    const unfinished = `${path}.${randomUUID()}`;
    await writeFile(unfinished, `${id}\n`, { flush: true });
    await rename(unfinished, path);
  } catch (error) {
    throw awayStorage(error);
  }
}

/**
 * Returns the marks for a process without a database: they must stay as they were when it first saw them. It gets work only
 * from a service that has recognised its own.
 */
export function createSeenMarks(root: string): StorageMark {
  const seen = new Map<string, string>();
  return {
    async assert(key) {
      const folder = key.startsWith('game/') ? 'game' : 'videos';
      const path = markPath(root, folder);
      const found = await readMarkFile(path);
      const before = seen.get(path);
      if (before === undefined && found !== undefined) seen.set(path, found);
      const isUnknown = key === '' && found === undefined; // without work, there is no reason to create a folder
      if (isUnknown || (before !== undefined && before !== found))
        throw awayStorage(new Error(`the files of this site are not in ${root}`));
    },
  };
}

/** Returns the mark for a process that only reads: a folder without one has lost its files, or never had them. */
export function createReadersMark(root: string, folder: MarkedFolder): StorageMark {
  const path = markPath(root, folder);
  return {
    async assert() {
      if ((await readMarkFile(path)) === undefined) throw awayStorage(new Error(`${path} is missing`));
    },
  };
}
