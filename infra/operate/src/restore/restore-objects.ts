import { join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';

import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import { uploadStream, type Storage } from '@larksong/service-kit/storage';
import pMap from 'p-map';

import { writeWhole } from '../backup/site-files.ts';
import { count } from '../describe.ts';
import { DATABASES, type Manifest } from '../vault/manifest.ts';
import { storedName, toStoredFile, type ListedObject } from '../vault/object-list.ts';
import { DamagedFile, type Vault } from '../vault/vault.ts';
import type { CheckedBackup } from './check-backup.ts';

const AT_ONCE = 4;
const NOTE_EVERY_MS = 1000;
const SMALL_BYTES = 8 * 1024 * 1024;
/**
 * Room for databases on the disk of a folder: their tables are compressed in the backup, and Postgres writes them
 * twice.
 */
const DATABASE_SHARE = 16;
const DATABASE_LEAST_BYTES = 64 * 1024 * 1024;

export interface RestoredObjects {
  copied: number;
  /** Objects that are neither in the backup, or damaged there, nor in storage. */
  lost: string[];
  /** The keys of the copied objects that storage did not have in any form. */
  added: string[];
}

interface Target {
  vault: Vault;
  storage: Storage;
  /** Folder of hand-placed files; undefined to leave them. */
  publicDir: string | undefined;
  /** Whether storage is a folder, whose disk mostly has the databases as well. */
  isFolder: boolean;
  /** Whether damaged files are left out instead of ending the restore. */
  acceptDamage: boolean;
  signal: AbortSignal;
  /** Gets a line about the progress each second. */
  note: (line: string) => void;
}

/**
 * Copies the objects of a backup that storage does not have; removes none. Throws `CommandError` if
 * there is too little space or a file of the backup is damaged.
 */
export async function restoreObjects(
  { objects, manifest }: CheckedBackup,
  target: Target,
): Promise<RestoredObjects> {
  const there = new Map<string, number>();
  for await (const { key, sizeBytes } of target.storage.list('')) there.set(key, sizeBytes);
  const wanted = [...objects.values()].filter(({ key, sizeBytes }) => there.get(key) !== sizeBytes);
  await assertSpace(target, { wanted, databases: manifest.databases });
  const result: RestoredObjects = { copied: 0, lost: [], added: [] };
  const noteProgress = noteEverySecond(target.note, wanted.length);
  const restoreOne = async (object: ListedObject): Promise<void> => {
    target.signal.throwIfAborted();
    try {
      if (manifest.objects.mode === 'list' && object.path === undefined) result.lost.push(object.key);
      else if (await restoreObject(object, target)) {
        result.copied += 1;
        if (!there.has(object.key) && object.path === undefined) result.added.push(object.key);
      }
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      if (!target.acceptDamage)
        throw new CommandError(
          `The backup is damaged and was not restored. ${error.message} Choose an older one, or restore it with --accept-damage; then Larksong names the songs that are lost.`,
          { cause: error },
        );
      result.lost.push(object.key);
    }
    noteProgress();
  };
  await pMap(wanted, restoreOne, { concurrency: AT_ONCE });
  return result;
}

/** Returns a function to call after each file. */
function noteEverySecond(note: (line: string) => void, total: number): () => void {
  let done = 0;
  let notedAt = performance.now();
  return () => {
    done += 1;
    if (performance.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = performance.now();
    note(`Restoring files: ${done.toLocaleString('en')} of ${count(total, 'file')} …`);
  };
}

async function assertSpace(
  { storage, isFolder }: Target,
  { wanted, databases }: { wanted: ListedObject[]; databases: Manifest['databases'] },
): Promise<void> {
  const files = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const needed = files + (isFolder ? estimateDatabases(databases) : 0);
  const free = await storage.freeBytes();
  if (free !== undefined && needed > free)
    throw new CommandError(
      `The backup needs ${formatBytes(needed)} in storage${isFolder ? ' (with room for its databases)' : ''}, where only ${formatBytes(free)} are free. Nothing was changed.`,
    );
}

function estimateDatabases(databases: Manifest['databases']): number {
  const tables = DATABASES.flatMap((name) => databases[name].tables);
  const bytes = tables.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  return DATABASE_LEAST_BYTES + DATABASE_SHARE * bytes;
}

async function restoreObject(object: ListedObject, target: Target): Promise<boolean> {
  const { vault, storage } = target;
  const file = toStoredFile(object);
  const source = await (file ? vault.read(file) : vault.readStored(storedName(vault, object)));
  if (object.path !== undefined) return restorePublicFile(object.path, source, target.publicDir);
  if (object.sizeBytes <= SMALL_BYTES) {
    await storage.put(object.key, Buffer.concat(await Readable.from(source).toArray()));
    return true;
  }
  const stream = Readable.from(source, { objectMode: false });
  await uploadStream(storage, { key: object.key, source: stream, maxBytes: object.sizeBytes });
  return true;
}

async function restorePublicFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  folder: string | undefined,
): Promise<boolean> {
  const content = Buffer.concat(await Readable.from(source).toArray());
  if (folder === undefined) return false;
  const target = normalize(join(folder, path));
  if (!target.startsWith(normalize(folder) + sep))
    throw new CommandError(`The backup has a file outside of its folder: ${path}.`);
  await writeWhole(target, content, 0o644);
  return true;
}
