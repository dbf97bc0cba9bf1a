import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import pMap from 'p-map';

import { objectName, type ListedObject } from '../vault/object-list.ts';
import type { ObjectsMode } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { listFiles } from './site-files.ts';

const AT_ONCE = 4;

export interface CopyOptions {
  storage: Storage;
  vault: Vault;
  mode: ObjectsMode;
  /** Objects of an earlier backup in the vault, by key. */
  known: Map<string, ListedObject>;
  signal: AbortSignal;
}

export interface CopiedObjects {
  objects: ListedObject[];
  /** Keys of objects that storage does not have. */
  missing: string[];
  copied: { count: number; sizeBytes: number };
}

/**
 * Brings the objects with these keys into the vault, those alone that it does not have yet. An object in the vault is never
 * written again. Throws `CommandError` if there is too little space.
 */
export async function copyObjects(keys: Iterable<string>, options: CopyOptions): Promise<CopiedObjects> {
  const { vault, mode, signal } = options;
  const { found, missing } = await findObjects(options.storage, keys);
  const stored = mode === 'list' ? new Map<string, number>() : await vault.listSizes('objects/');
  const isIn = ({ key }: { key: string }) => {
    const storedBytes = stored.get(objectName(key));
    return (
      storedBytes !== undefined && storedBytes === (options.known.get(key)?.file?.storedBytes ?? storedBytes)
    );
  };
  const fresh = found.filter((object) => !isIn(object));
  if (mode === 'copy') await assertSpace(vault, fresh);
  const copied = { count: 0, sizeBytes: 0 };
  const copyOne = async (object: { key: string; sizeBytes: number }): Promise<ListedObject | undefined> => {
    signal.throwIfAborted();
    const isStored = isIn(object);
    const listed = isStored ? await recall(object, options) : await bring(object, options);
    if (listed === undefined) missing.push(object.key);
    else if (!isStored && mode !== 'list') {
      copied.count += 1;
      copied.sizeBytes += object.sizeBytes;
    }
    return listed;
  };
  const objects = await pMap(found, copyOne, { concurrency: AT_ONCE });
  return { objects: objects.filter((each) => each !== undefined), missing, copied };
}

async function findObjects(storage: Storage, keys: Iterable<string>) {
  const wanted = new Set(keys);
  const found: { key: string; sizeBytes: number }[] = [];
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

async function assertSpace(vault: Vault, objects: { sizeBytes: number }[]): Promise<void> {
  const needed = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const free = await vault.freeBytes();
  if (free !== undefined && needed > free)
    throw new CommandError(
      `The backup needs ${formatBytes(needed)} more in ${vault.place}, where only ${formatBytes(free)} are free. Nothing was changed; older backups are still there.`,
    );
}

/** Copies or links an object into the vault; undefined if it is gone. */
async function bring(
  object: { key: string; sizeBytes: number },
  { storage, vault, mode }: CopyOptions,
): Promise<ListedObject | undefined> {
  if (mode === 'list') return object;
  const name = objectName(object.key);
  if (mode === 'links' && (await vault.linkFrom(name, storage.localPath(object.key)))) return object;
  const source = await storage.get(object.key);
  if (source === undefined) return undefined;
  const { storedBytes, sha256 } = await vault.write(name, source.stream);
  return { ...object, file: { storedBytes, sha256 } };
}

/** Describes an object that the vault has already, of an earlier backup or of one that was broken off. */
async function recall(
  object: { key: string; sizeBytes: number },
  { vault, mode, known }: CopyOptions,
): Promise<ListedObject> {
  const listed = known.get(object.key);
  if (listed?.file !== undefined || mode !== 'copy') return listed ?? object;
  const name = objectName(object.key);
  const hash = createHash('sha256');
  let storedBytes = 0;
  for await (const chunk of await vault.readStored(name)) {
    hash.update(chunk);
    storedBytes += chunk.length;
  }
  return { ...object, file: { storedBytes, sha256: hash.digest('hex') } };
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
