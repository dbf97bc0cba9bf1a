import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import pMap from 'p-map';

import {
  linkName,
  listStoredObjects,
  objectName,
  storedName,
  type ListedObject,
} from '../vault/object-list.ts';
import type { ObjectsMode } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { listFiles } from './site-files.ts';

const AT_ONCE = 4;

export interface CopyOptions {
  storage: Storage;
  vault: Vault;
  mode: ObjectsMode;
  /** Objects of the site's newest backup in the vault that can be read, by key. */
  known: Map<string, ListedObject>;
  signal: AbortSignal;
}

interface FoundObject {
  key: string;
  sizeBytes: number;
}

/** An object in the vault. */
interface Brought {
  object: ListedObject;
  isNew: boolean;
}

export interface CopiedObjects {
  objects: ListedObject[];
  /** Keys of objects that storage does not have. */
  missing: string[];
  copied: { count: number; sizeBytes: number };
}

/**
 * Copies the objects with these keys that the vault does not have yet. An object in the vault is never overwritten, and
 * stays in the list if storage no longer has it. Throws `CommandError` if there is too little space.
 */
export async function copyObjects(keys: Iterable<string>, options: CopyOptions): Promise<CopiedObjects> {
  const { vault, mode, signal } = options;
  const { found, missing } = await findObjects(options.storage, keys);
  const stored = mode === 'list' ? new Map<string, number>() : await listStoredObjects(vault);
  if (mode === 'copy')
    await assertSpace(
      vault,
      found.filter(({ key }) => !stored.has(objectName(key))),
    );
  const copied = { count: 0, sizeBytes: 0 };
  const copyOne = async (object: FoundObject): Promise<ListedObject | undefined> => {
    signal.throwIfAborted();
    const listed = (await recall(object, stored, options)) ?? (await bring(object, options));
    if (listed === undefined) missing.push(object.key);
    else if (listed.isNew) {
      copied.count += 1;
      copied.sizeBytes += object.sizeBytes;
    }
    return listed?.object;
  };
  const listed = await pMap(found, copyOne, { concurrency: AT_ONCE });
  const brought = listed.filter((each) => each !== undefined);
  return { objects: [...brought, ...keepMissing(missing, stored, options)], missing, copied };
}

/** Returns those of the missing objects that an earlier backup has: perhaps the last copies, which must not be pruned. */
function keepMissing(
  missing: string[],
  stored: Map<string, number>,
  { vault, mode, known }: CopyOptions,
): ListedObject[] {
  const isKept = (object: ListedObject) =>
    mode === 'list' ||
    stored.get(storedName(vault, object)) === (object.file?.storedBytes ?? object.sizeBytes);
  const objects = missing.map((key) => known.get(key)).filter((object) => object !== undefined);
  return objects.filter(isKept);
}

async function findObjects(storage: Storage, keys: Iterable<string>) {
  const wanted = new Set(keys);
  const found: FoundObject[] = [];
  for await (const { key, sizeBytes } of storage.list(''))
    if (wanted.delete(key)) found.push({ key, sizeBytes });
  const missing: string[] = [];
  for (const key of wanted) {
    const info = await storage.stat(key); // written while the list was read
    if (info === undefined) missing.push(key);
    else found.push({ key, sizeBytes: info.sizeBytes });
  }
  return { found, missing };
}

async function assertSpace(vault: Vault, objects: FoundObject[]): Promise<void> {
  const needed = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const free = await vault.freeBytes();
  if (free !== undefined && needed > free)
    throw new CommandError(
      `The backup needs ${formatBytes(needed)} more in ${vault.place}, where only ${formatBytes(free)} are free. Nothing was changed; older backups still exist.`,
    );
}

/** Copies or links an object into the vault; undefined if it is gone. */
async function bring(
  object: FoundObject,
  { storage, vault, mode }: CopyOptions,
): Promise<Brought | undefined> {
  if (mode === 'list') return { object, isNew: false };
  const { key } = object;
  if (mode === 'links' && (await vault.linkFrom(linkName(vault, key), storage.localPath(key))))
    return { object, isNew: true };
  const source = await storage.get(key);
  if (source === undefined) return undefined;
  const { storedBytes, sha256 } = await vault.write(objectName(key), source.stream);
  return { object: { ...object, file: { storedBytes, sha256 } }, isNew: true };
}

/** Returns an object that the vault already has; undefined if it has to be copied. */
async function recall(
  object: FoundObject,
  stored: Map<string, number>,
  { storage, vault, mode, known }: CopyOptions,
): Promise<Brought | undefined> {
  const { key, sizeBytes } = object;
  const listed = known.get(key);
  const copyBytes = stored.get(objectName(key));
  if (listed?.file !== undefined && copyBytes === listed.file.storedBytes)
    return { object: listed, isNew: false };
  if (mode === 'links') {
    const linkBytes = stored.get(linkName(vault, key));
    // A file of storage that has another size since the last backup was damaged: files never change.
    if (linkBytes === sizeBytes || (linkBytes !== undefined && linkBytes === listed?.sizeBytes))
      return { object: { key, sizeBytes: linkBytes }, isNew: false };
    // Not whole, perhaps of a copy that was broken off on another disk.
    if (linkBytes !== undefined) await vault.remove(linkName(vault, key));
    return undefined;
  }
  if (mode === 'list' || copyBytes === undefined || listed?.file !== undefined) return undefined;
  return adopt(object, { storage, vault });
}

/**
 * Returns the copy of an object that no list describes: of a backup that was broken off, or a link of another one. It counts
 * only if it has the same content as the object, since anybody could have put it there.
 */
async function adopt(
  object: FoundObject,
  { storage, vault }: Pick<CopyOptions, 'storage' | 'vault'>,
): Promise<Brought | undefined> {
  const copy = await vault.inspect(objectName(object.key));
  const source = copy && (await storage.get(object.key));
  if (copy === undefined || source === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of source.stream) hash.update(chunk as Uint8Array); // of bytes
  if (hash.digest('hex') !== copy.contentSha256) return undefined;
  return { object: { ...object, file: copy.file }, isNew: false };
}

/** Copies hand-placed files into the vault, by their content, and returns their entries for the list. */
export async function copyPublicFiles(
  folder: string,
  { vault, known }: Pick<CopyOptions, 'vault' | 'known'>,
): Promise<ListedObject[]> {
  const listed: ListedObject[] = [];
  for (const path of await listFiles(folder)) {
    const content = await readFile(join(folder, path));
    const key = `public/${createHash('sha256').update(path).update('\0').update(content).digest('hex')}`;
    const before = known.get(key);
    if (before === undefined) {
      const { storedBytes, sha256 } = await vault.write(objectName(key), toChunks(content));
      listed.push({ key, sizeBytes: content.length, path, file: { storedBytes, sha256 } });
    } else listed.push(before);
  }
  return listed;
}

async function* toChunks(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
