import { access, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createDatabase } from '../src/index.ts';
import {
  createMarkedStorage,
  createMarkTable,
  createSeenMarks,
  createStorage,
  createStorageMark,
  type Storage,
} from '../src/storage/index.ts';
import { createTestDatabase, createTestFolder, createTestLogger } from '../src/testing/index.ts';

interface Site {
  db: Kysely<unknown>;
  storage: Storage;
}

const KEY = 'videos/song/segment.m4s';
const BYTES = Buffer.from('five ducks');
const AWAY = { code: 'UNAVAILABLE', status: 503 };

let folder: string;
let root: string;
/** Objects that the database of the site names. */
let keys: string[];
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const made = await createTestFolder();
  cleanups.push(made.remove);
  folder = made.path;
  root = join(folder, 'storage');
  keys = [];
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function openSite(): Promise<Site> {
  const { url, drop } = await createTestDatabase({ '1-add-mark': { up: createMarkTable } });
  const db = createDatabase<unknown>({ url, logger: createTestLogger(), poolSize: 1 });
  cleanups.push(drop, () => db.destroy());
  await sql`update storage_mark set id = gen_random_uuid()`.execute(db); // databases of tests are copies of one
  const storage = createMarkedStorage({ STORAGE_DIR: root }, () =>
    createStorageMark({ root, folder: 'videos', db, listKeys: async () => keys }),
  );
  return { db, storage };
}

/** Returns a site with a song. */
async function openFilledSite(): Promise<Site> {
  const site = await openSite();
  await site.storage.put(KEY, BYTES);
  keys = [KEY];
  return site;
}

/** Expects that nothing is written, deleted or believed to be missing. */
async function expectGone({ storage }: Site): Promise<void> {
  const calls: (() => Promise<unknown>)[] = [
    () => storage.put('videos/other', BYTES),
    () => storage.startUpload('videos/other'),
    () => storage.stat(KEY),
    () => storage.get(KEY),
    () => storage.delete('videos/other'),
    () => storage.deletePrefix('videos/'),
    () => storage.listUploads(),
    () => Array.fromAsync(storage.list('')),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject(AWAY);
  expect(await storage.freeBytes()).toBeUndefined();
  await storage.check();
}

it.each([
  ['is away', async () => {}],
  ['is the empty place of a disk', () => mkdir(root)],
])(
  'while the folder of a site %s, nothing is written there, and all is as before once it is back',
  async (_, replace) => {
    const site = await openFilledSite();
    await rename(root, join(folder, 'disk'));
    await replace();
    await expectGone(site);
    const left = await readdir(root).catch(() => 'nothing');
    expect(left.length === 0 || left === 'nothing').toBe(true);

    await rm(root, { recursive: true, force: true });
    await rename(join(folder, 'disk'), root);
    expect(await site.storage.stat(KEY)).toMatchObject({ sizeBytes: BYTES.length });
    expect(await site.storage.stat('videos/none')).toBeUndefined();
    await site.storage.put('videos/other', BYTES);
  },
);

it('a new database does not take over the folder of another site', async () => {
  const owner = await openFilledSite();
  const other = await openSite();
  keys = [];
  await expect(other.storage.deletePrefix('videos/')).rejects.toMatchObject(AWAY);
  expect(await owner.storage.stat(KEY)).toBeDefined();
});

it('a site from before the marks gets one where an object of it is found, and nowhere else', async () => {
  keys = ['videos/lost', KEY];
  const site = await openSite();
  await expectGone(site);
  await expect(access(root)).rejects.toThrow('ENOENT');
  await createStorage({ STORAGE_DIR: root }).put(KEY, BYTES);
  await site.storage.put('videos/other', BYTES);
  expect(await readdir(join(root, '.marks'))).toEqual(['videos']);
});

it('a folder to which the objects were moved without the mark gets it again', async () => {
  const { storage } = await openFilledSite();
  const moved = join(folder, 'moved');
  await cp(join(root, 'videos'), join(moved, 'videos'), { recursive: true });
  await rm(root, { recursive: true });
  await rename(moved, root);
  await storage.put('videos/other', BYTES);
  expect(await readdir(root)).toEqual(expect.arrayContaining(['.marks', 'videos']));
});

it('a process without a database stops writing when the marks that it has seen are gone', async () => {
  const worker = createMarkedStorage({ STORAGE_DIR: root }, createSeenMarks);
  await worker.check();
  await expect(access(root)).rejects.toThrow('ENOENT');
  await openFilledSite();
  await worker.put('videos/made', BYTES);
  await rename(root, join(folder, 'disk'));
  await expect(worker.put('videos/made', BYTES)).rejects.toMatchObject(AWAY);
  await expect(worker.get(KEY)).rejects.toMatchObject(AWAY);
  await rename(join(folder, 'disk'), root);
  await worker.put('videos/made', BYTES);
});
