import { isLongRun } from '@larksong/service-kit/testing/random';
import { statSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createStorage } from '@larksong/service-kit/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { backup, runBackup } from '../src/commands/backup.ts';
import { findPlaceProblem } from '../src/vault/find-place-problem.ts';
import { runMove } from './run-move.ts';
import { createSite, type TestSite } from './site.ts';

const CATEGORY = '00000000-0000-4000-8000-000000000001';

let site: TestSite;
let dataDir: string;
beforeAll(async () => {
  site = await createSite();
  dataDir = site.config.DATA_DIR ?? '';
  for (const name of ['storage', 'postgres']) await mkdir(join(dataDir, name));
});
afterAll(() => site.stop());

function backUp(place: string, { isNewDisk = false } = {}, config = site.config) {
  const signal = new AbortController().signal;
  return runBackup(config, place, { mode: 'copy', keep: 14, isNewDisk, signal, note: () => {} });
}

async function listFiles(): Promise<string[]> {
  return (await readdir(site.folder, { recursive: true })).toSorted();
}

/** Makes a folder below that of the site with a file in it. */
async function folderWith(name: string, file: string): Promise<string> {
  const folder = join(site.folder, name);
  await mkdir(folder);
  await writeFile(join(folder, file), 'not ours');
  return folder;
}

it('a backup into the data folder, next to other files or onto a missing disk is refused and writes nothing', async () => {
  const link = join(site.folder, 'link');
  await symlink(join(dataDir, 'storage'), link);
  const outside = { STORAGE_DIR: join(site.folder, 'songs') };
  await mkdir(outside.STORAGE_DIR);
  const refused: [string, RegExp, object?][] = [
    [dataDir, /is inside the data folder of the site/],
    [join(dataDir, 'storage'), /is inside the data folder of the site/],
    [join(dataDir, 'postgres', 'backups'), /is inside the data folder of the site/],
    [join(dataDir, 'storage', '..', 'new'), /is inside the data folder of the site/],
    [join(dataDir, 'restore-points'), /is inside the data folder of the site/],
    [link, /is inside the data folder of the site/],
    [join(link, 'backups'), /is inside the data folder of the site/],
    [join(outside.STORAGE_DIR, 'backups'), /is inside the folder of the site’s videos/, outside],
    [await folderWith('films', 'a film.mp4'), /has other files in it, such as a film\.mp4/],
    [site.folder, /has other files in it/],
    [join(site.folder, 'usb-disk', 'larksong'), /The folder .*usb-disk does not exist\. Is the disk plugged/],
  ];
  const before = await listFiles();
  for (const [place, sentence, more] of refused) {
    const config = { ...site.config, ...more };
    await expect(backUp(place, {}, config), place).rejects.toThrow(sentence);
    expect(await findPlaceProblem(place, config), place).toMatch(sentence);
  }
  expect(await listFiles()).toEqual(before);
  const [newest] = await site.query('auth', 'select error from backup_runs order by started_at desc limit 1');
  expect(newest?.['error']).toBe(
    await findPlaceProblem(join(site.folder, 'usb-disk', 'larksong'), site.config),
  );
});

it.runIf(isLongRun)(
  'a backup can go into an empty folder, next to earlier backups, and to the root of an empty disk',
  async () => {
    const disk = join(site.folder, 'disk');
    await mkdir(join(disk, 'lost+found'), { recursive: true });
    await mkdir(join(disk, 'System Volume Information'));
    await backUp(join(disk, 'updates'));
    for (const place of [join(dataDir, 'backups'), join(site.folder, 'fresh'), disk, disk]) {
      expect(await findPlaceProblem(place, site.config), place).toBeUndefined();
      await backUp(place);
    }
  },
);

it('an empty folder where another disk was is no place for a backup, unless the disk is said to be new', async () => {
  const place = join(site.folder, 'mounted');
  await mkdir(place);
  await site.query(
    'auth',
    `insert into backup_runs (id, started_at, place, is_on_same_disk, backup_id)
     values (gen_random_uuid(), now(), $1, false, 'a')`,
    [place],
  );
  await expect(backUp(place)).rejects.toThrow('Is the disk plugged in and mounted? For a new disk');
  expect(await readdir(place)).toEqual([]);
  await backUp(place, { isNewDisk: true });
  await backUp(place);
});

it('a container takes an emptied folder for a disk that is not mounted', async () => {
  const { DATA_DIR: _dataDir, ...inContainer } = site.config;
  const place = join(site.folder, 'in-container');
  await backUp(place, {}, inContainer);
  await rm(place, { recursive: true });
  await expect(backUp(place, {}, inContainer)).rejects.toThrow('Is the disk plugged in and mounted?');
});

it('nobody but the owner can read a backup while it is written into a folder that everybody can', async () => {
  const place = join(site.folder, 'open-to-all');
  await mkdir(join(place, '.tmp'), { recursive: true, mode: 0o755 });
  await createStorage(site.config).put('game/a/picture.png', Buffer.alloc(20_000_000));
  await site.query('game', `insert into categories (id, letter) values ($1, 'B')`, [CATEGORY]);
  await site.query('game', `insert into pictures (id, category_id, name, key) values ($1, $1, 'b', $2)`, [
    CATEGORY,
    'game/a/picture.png',
  ]);
  const seen = new Map<string, number>();
  const watcher = watch(place, { recursive: true }, (_event, name) => {
    const found = name && statSync(join(place, name), { throwIfNoEntry: false });
    if (name && found) seen.set(name, (seen.get(name) ?? 0) | (found.mode & 0o077));
  });
  await backUp(place);
  watcher.close();
  const entries = (await readdir(place, { recursive: true })).map((name) => [
    name,
    statSync(join(place, name)).mode & 0o077,
  ]);
  expect([...seen.keys()].some((name) => name.startsWith('.tmp/'))).toBe(true);
  expect([...seen, ...entries].filter(([, mode]) => mode !== 0)).toEqual([]);
});

it('a setting by which every backup fails is on the status page, as a folder with another lock is in doctor', async () => {
  const texts = Object.entries(site.config).map(([name, value]) => [name, String(value)]);
  const environment = { ...Object.fromEntries(texts), BACKUP_PASSPHRASE: 'four' };
  const around = { signal: new AbortController().signal, print: () => {}, note: () => {} };
  const place = join(site.folder, 'settings');
  await expect(backup.run([place], { ...around, environment })).rejects.toThrow('at least 8 characters');
  const [newest] = await site.query('auth', 'select error from backup_runs order by started_at desc limit 1');
  expect(newest?.['error']).toBe(
    'The configuration is invalid: BACKUP_PASSPHRASE must have at least 8 characters.',
  );
  await backUp(place);
  const sealed = { ...site.config, BACKUP_PASSPHRASE: 'correct horse battery' };
  const problem = await findPlaceProblem(place, sealed);
  expect(problem).toMatch(/are not encrypted, but BACKUP_PASSPHRASE is set/);
  await expect(backUp(place, {}, sealed)).rejects.toThrow(problem);
});

it('a folder whose backups have lost their marker is not taken for a new one, which would lose its key', async () => {
  const folder = join(site.folder, 'unmarked');
  await mkdir(join(folder, 'objects'), { recursive: true });
  await writeFile(join(folder, 'objects', 'one'), 'a song');
  await writeFile(join(folder, 'key.age'), 'its key');
  const sealed = { ...site.config, BACKUP_PASSPHRASE: 'correct horse battery' };
  await expect(backUp(folder, {}, sealed)).rejects.toThrow('has other files in it');
  expect(await readFile(join(folder, 'key.age'), 'utf8')).toBe('its key');
});

it('a folder of backups that cannot be read is not taken for an empty one, and a key is never written over', async () => {
  const sealed = { ...site.config, BACKUP_PASSPHRASE: 'correct horse battery' };
  const folder = join(site.folder, 'unreadable');
  await mkdir(folder);
  await writeFile(join(folder, 'key.age'), 'its key');
  await symlink('objects', join(folder, 'objects')); // a link to itself fails for every user
  await expect(backUp(folder, {}, sealed)).rejects.toThrow('unreadable/objects cannot be used (ELOOP');
  expect(await findPlaceProblem(folder, sealed)).toContain('unreadable/objects cannot be used (ELOOP');
  await rm(join(folder, 'objects'));
  await expect(backUp(folder, {}, sealed)).rejects.toThrow('is not the passphrase');
  await expect(backUp(folder)).rejects.toThrow('the key of encrypted backups');
  expect(await readdir(folder)).not.toContain('larksong-backups.json');
  expect(await readFile(join(folder, 'key.age'), 'utf8')).toBe('its key');
});

it.runIf(isLongRun)(
  'a backup fails if a small file or the folder of hand-placed files cannot be read',
  async () => {
    const place = join(site.folder, 'small-files');
    for (const path of [join(dataDir, 'superadmin.json'), site.config.PUBLIC_DIR ?? '']) {
      await symlink(path, path); // it fails for every user
      await expect(backUp(place), path).rejects.toThrow(`${path} cannot be used (ELOOP`);
      await rm(path);
      await symlink(join(site.folder, 'no-disk', 'public'), path);
      await expect(backUp(place), path).rejects.toThrow(`${path} cannot be used (ENOENT`);
      await rm(path);
    }
  },
);

it('the files of the site are not moved next to other files or into another part of the data folder', async () => {
  const films = await folderWith('more films', 'a film.mp4');
  await expect(runMove(site, [films])).rejects.toThrow('has other files in it, such as a film.mp4');
  await expect(runMove(site, [join(dataDir, 'postgres')])).rejects.toThrow('is inside the data folder');
  await expect(runMove(site, [join(site.folder, 'no-disk', 'songs')])).rejects.toThrow(
    'Is the disk plugged in',
  );
});
