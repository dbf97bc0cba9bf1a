import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';

import { formatBytes } from '@larksong/contracts';
import { CommandError } from '@larksong/service-kit';
import { uploadStream, type ObjectInfo } from '@larksong/service-kit/storage';
import pMap from 'p-map';

import { FOLDERS } from '../check/verify-site.ts';
import { count } from '../describe.ts';
import { assertMounted, assertOnlyOurs, findRealPath, isWithin } from '../place-rules.ts';
import { assertDifferent, assertUsable, rethrowFrom, type Place } from './place.ts';

const AT_ONCE = 4;
const SMALL_BYTES = 8 * 1024 * 1024;
const NOTE_EVERY_MS = 2000;

export interface Around {
  signal: AbortSignal;
  note: (line: string) => void;
}

export interface Copied {
  count: number;
  sizeBytes: number;
  /** Files of the target that the source no longer has. */
  removed: number;
}

interface Lists {
  source: Map<string, number>;
  target: Map<string, number>;
}

/** Throws `CommandError` unless the files can be copied: the target works, is another place, and has no foreign files. */
export async function assertTarget(from: Place, to: Place, dataDir: string | undefined): Promise<void> {
  await assertFolder(from, to, dataDir);
  await assertUsable(to);
  await assertDifferent(from, to);
}

/** The references in the databases of the site. */
export interface OfSite {
  /** Throws `CommandError` if the source is not the storage of the site, such as the place of a disk that is away. */
  assertSource: () => Promise<void>;
  /** Returns the keys that rows name. */
  listNamed: () => Promise<Set<string>>;
}

/**
 * Copies the files that the target does not have in the same size; files copied by an interrupted run are kept. With
 * `isLast`, also removes files of the target that are neither in the source nor named by a row; call it while
 * nothing writes to the source. Throws `CommandError` if the source has lost a part of a file.
 */
export async function copyStorage(
  from: Place,
  to: Place,
  { signal, note, isLast, ofSite }: Around & { isLast: boolean; ofSite: OfSite },
): Promise<Copied> {
  const lists = { source: await listSizes(from), target: await listSizes(to) };
  await ofSite.assertSource();
  assertOwnFiles(to, lists);
  assertWhole(from, to, lists);
  const wanted = [...lists.source].filter(([key, sizeBytes]) => lists.target.get(key) !== sizeBytes);
  const total = { count: wanted.length, sizeBytes: wanted.reduce((sum, [, size]) => sum + size, 0) };
  await assertSpace(to, total.sizeBytes);
  const copied: Copied = { count: 0, sizeBytes: 0, removed: 0 };
  let notedAt = performance.now();
  const copyOne = async ([key]: [string, number]): Promise<void> => {
    signal.throwIfAborted();
    const object = await copyObject(key, from, to);
    if (object === undefined) return;
    copied.count += 1;
    copied.sizeBytes += object.sizeBytes;
    if (performance.now() - notedAt < NOTE_EVERY_MS) return;
    notedAt = performance.now();
    note(
      `Copied ${copied.count.toLocaleString('en')} of ${count(total.count, 'file')}, ${formatBytes(copied.sizeBytes)} of ${formatBytes(total.sizeBytes)} …`,
    );
  };
  await pMap(wanted, copyOne, { concurrency: AT_ONCE });
  if (isLast) copied.removed = await removeGone(to, lists, await ofSite.listNamed());
  return copied;
}

/** Returns the sizes of the site's files in a place, by key. */
export async function listSizes(place: Place): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  try {
    for (const folder of FOLDERS)
      for await (const { key, sizeBytes } of place.storage.list(folder)) sizes.set(key, sizeBytes);
  } catch (error) {
    rethrowFrom(place)(error);
  }
  return sizes;
}

/** Also creates the folder, so that only its owner can read private songs in it. */
async function assertFolder(
  { config: from }: Place,
  place: Place,
  dataDir: string | undefined,
): Promise<void> {
  const { config: to, name } = place;
  if (to.STORAGE_DIR === undefined) return;
  await assertMounted(to.STORAGE_DIR);
  const old = from.S3_ENDPOINT === undefined && from.STORAGE_DIR ? resolve(from.STORAGE_DIR) : to.STORAGE_DIR;
  if (old !== to.STORAGE_DIR && (isWithin(old, to.STORAGE_DIR) || isWithin(to.STORAGE_DIR, old)))
    throw new CommandError(`${name} and the folder of the site, ${old}, overlap. Choose another folder.`);
  if (dataDir !== undefined) await assertOutside(to.STORAGE_DIR, resolve(dataDir));
  await assertOnlyOurs(to.STORAGE_DIR, { isOurs: isOfStorage, kind: 'an empty folder' });
  await mkdir(to.STORAGE_DIR, { recursive: true, mode: 0o700 }).catch(rethrowFrom(place));
}

/** In the data folder, files of songs have one folder; the others belong to databases, logs and backups. */
async function assertOutside(folder: string, dataDir: string): Promise<void> {
  const real = await findRealPath(folder);
  const isIn = isWithin(folder, dataDir) || isWithin(real, await findRealPath(dataDir));
  if (isIn && !isWithin(folder, join(dataDir, 'storage')))
    throw new CommandError(
      `${folder} is inside the data folder of the site, ${dataDir}. Choose a folder outside of it, or ${join(dataDir, 'storage')}.`,
    );
}

/** Drivers of storage keep unfinished files in hidden folders. */
function isOfStorage(name: string): boolean {
  return FOLDERS.includes(`${name}/`) || /^(\.|larksong-)/.test(name);
}

/** Names of files are never used twice, so those of this site are recognised by having one in common with it. */
function assertOwnFiles(to: Place, { source, target }: Lists): void {
  if (target.size > 0 && ![...target.keys()].some((key) => source.has(key)))
    throw new CommandError(
      `${to.name} has files that do not belong to this site. Choose an empty folder or bucket; nothing was changed.`,
    );
}

/** A file never changes, and is written whole or not at all: one that is shorter than its copy is damaged. */
function assertWhole(from: Place, to: Place, { source, target }: Lists): void {
  const [key] = [...source].find(([each, sizeBytes]) => (target.get(each) ?? 0) > sizeBytes) ?? [];
  if (key !== undefined)
    throw new CommandError(
      `${key} is shorter in ${from.name} than in ${to.name}, so one of the two is damaged. Compare them, and delete the damaged one; nothing was changed.`,
    );
}

async function assertSpace(to: Place, neededBytes: number): Promise<void> {
  const freeBytes = await to.storage.freeBytes();
  if (freeBytes !== undefined && neededBytes > freeBytes)
    throw new CommandError(
      `${to.name} needs ${formatBytes(neededBytes)} more, but only ${formatBytes(freeBytes)} are free there. Nothing was changed.`,
    );
}

/** Copies an object; undefined if the site has deleted it meanwhile. */
async function copyObject(key: string, from: Place, to: Place): Promise<ObjectInfo | undefined> {
  const object = await from.storage.get(key).catch(rethrowFrom(from));
  if (object === undefined) return undefined;
  const { stream, sizeBytes } = object;
  let failure: unknown;
  stream.on('error', (error) => (failure = error));
  try {
    return sizeBytes <= SMALL_BYTES
      ? await to.storage.put(key, Buffer.concat(await Readable.from(stream).toArray()))
      : await uploadStream(to.storage, { key, source: stream, maxBytes: sizeBytes });
  } catch (error) {
    return rethrowFrom(failure === undefined ? to : from)(error);
  } finally {
    stream.destroy();
  }
}

/** Files that rows name and the source does not have are lost there: then the target has the last copies. */
async function removeGone(to: Place, { source, target }: Lists, named: Set<string>): Promise<number> {
  const gone = [...target.keys()].filter((key) => !source.has(key) && !named.has(key));
  await pMap(gone, (key) => to.storage.delete(key).catch(rethrowFrom(to)), { concurrency: AT_ONCE });
  return gone.length;
}
