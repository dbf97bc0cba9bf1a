import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { readSiteSettings, saveSiteSettings, storageFolderOf } from '../data-folder/site-settings.ts';
import { getSuperadmin } from '../data-folder/superadmin.ts';
import { followSetup } from './follow-setup.ts';

const URL_HERE = 'http://localhost:8080';
let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-setup-'));
  dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'storage', 'videos'), { recursive: true });
  await writeFile(join(dataDir, 'storage', 'videos', 'song'), 'a song');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Follows the setup of a site whose page was used with these choices. Returns the printed lines and the number of
 * restarts.
 */
async function follow(
  choice: { publicUrl?: string; storageFolder?: string },
  restarted: () => void = () => undefined,
) {
  const said: string[] = [];
  let restarts = 0;
  const superadmin = { email: 'olive@school.example', username: 'olive' };
  const chosen = { publicUrl: URL_HERE, storageFolder: '', superadmin, ...choice };
  const stack = {
    url: URL_HERE,
    readSetup: async () => ({ code: null, chosen, request: null }),
    reportRestore: async () => {},
    restartServices: async (meanwhile: () => Promise<void>) => {
      await meanwhile();
      restarts += 1;
      restarted();
    },
  };
  await followSetup(stack, {
    dataDir,
    say: (line) => said.push(line),
    signal: new AbortController().signal,
  });
  return { said, restarts };
}

it('the generated password is forgotten once the site was set up', async () => {
  getSuperadmin(dataDir, {});
  expect((await follow({})).restarts).toBe(0);
  expect(getSuperadmin(dataDir, {})).toMatchObject({
    superadmin: { email: 'olive@school.example', username: 'olive' },
    isPasswordKnown: false,
  });
});

it('another folder gets the objects, while the services are stopped', async () => {
  const storageFolder = join(folder, 'large disk');
  await mkdir(storageFolder);
  expect((await follow({ storageFolder })).restarts).toBe(1);
  expect(storageFolderOf(dataDir)).toBe(storageFolder);
  expect(await readFile(join(storageFolder, 'videos', 'song'), 'utf8')).toBe('a song');
  // The previous folder is not deleted, but no longer counts as storage.
  expect(existsSync(join(dataDir, 'storage'))).toBe(false);
  const kept = (await readdir(dataDir)).find((name) => name.startsWith('storage.')) ?? '';
  expect(await readFile(join(dataDir, kept, 'videos', 'song'), 'utf8')).toBe('a song');
});

it('after a loss of the settings, a folder with anything in it is not chosen again', async () => {
  const storageFolder = join(folder, 'large disk');
  await expect(follow({ storageFolder })).rejects.toThrow('cannot be read (ENOENT)');
  await mkdir(storageFolder);
  await writeFile(join(storageFolder, 'song'), 'an older song');
  await expect(follow({ storageFolder })).rejects.toThrow('is no longer empty');
  expect(readSiteSettings(dataDir)).toEqual({});
  expect(await readdir(storageFolder)).toEqual(['song']);
  // An interrupted copy continues.
  saveSiteSettings(dataDir, { movingTo: storageFolder });
  await follow({ storageFolder });
  expect(readSiteSettings(dataDir)).toEqual({ isSetUp: true, storageFolder });
});

it('files that were moved since then stay where they are', async () => {
  const movedTo = { STORAGE_DIR: join(dataDir, 'storage') };
  saveSiteSettings(dataDir, { movedTo });
  expect((await follow({ storageFolder: join(folder, 'large disk') })).restarts).toBe(0);
  expect(readSiteSettings(dataDir)).toEqual({ isSetUp: true, movedTo });
  expect(existsSync(join(dataDir, 'storage', 'videos', 'song'))).toBe(true);
});

it('after a copy that failed, the services run as before and the next start tries again', async () => {
  const storageFolder = join(folder, 'large disk');
  await mkdir(storageFolder);
  await rename(join(dataDir, 'storage'), join(folder, 'aside'));
  let restarts = 0;
  await expect(follow({ storageFolder }, () => (restarts += 1))).rejects.toThrow('could not be copied');
  expect(restarts).toBe(1);
  expect(storageFolderOf(dataDir)).toBe(join(dataDir, 'storage'));
  await rename(join(folder, 'aside'), join(dataDir, 'storage'));
  expect((await follow({ storageFolder })).restarts).toBe(1);
  expect(storageFolderOf(dataDir)).toBe(storageFolder);
});

it('another address is kept, and the choice is applied once', async () => {
  const publicUrl = 'https://songs.school.example';
  expect((await follow({ publicUrl })).restarts).toBe(1);
  expect(readSiteSettings(dataDir)).toEqual({ isSetUp: true, publicUrl });
  expect(await follow({ publicUrl: 'https://other.example' })).toEqual({ said: [], restarts: 0 });
});
