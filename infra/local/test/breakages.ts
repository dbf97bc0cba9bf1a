import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat, symlink, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Random } from '@larksong/service-kit/testing/random';
import type { SmallDisk } from '@larksong/service-kit/testing/small-disk';

/** A user that no machine has. */
const NOBODY = 54_321;

/** Ways of breaking a path; each returns the function that repairs it. */
export const WAYS = {
  missing: async (path: string, aside: string) => {
    await rename(path, aside);
    return () => putBack(path, aside);
  },
  unreadable: async (path: string) => {
    const { mode } = await stat(path);
    await chmod(path, 0);
    return () => chmod(path, mode & 0o7777);
  },
  empty: async (path: string, aside: string) => {
    const { uid, gid, mode } = await stat(path);
    const isFolder = (await stat(path)).isDirectory();
    await rename(path, aside);
    if (isFolder) await mkdir(path);
    else await cp('/dev/null', path).catch(() => execFileSync('touch', [path]));
    await lchown(path, uid, gid);
    await chmod(path, mode & 0o7777);
    return () => putBack(path, aside);
  },
  foreign: async (path: string) => {
    const { uid, gid } = await stat(path);
    await lchown(path, NOBODY, NOBODY);
    return () => lchown(path, uid, gid);
  },
  'read-only': async (path: string) => {
    execFileSync('mount', ['--bind', path, path]);
    execFileSync('mount', ['-o', 'remount,bind,ro', path]);
    return async () => void execFileSync('umount', ['--lazy', path]);
  },
  'half-copied': async (path: string, aside: string) => {
    execFileSync('cp', ['-a', path, aside]);
    const stats = await stat(path);
    if (!stats.isDirectory()) await truncate(path, Math.floor(stats.size / 2));
    else
      for (const [index, name] of (await readdir(path)).toSorted().entries())
        if (index % 2 === 1) await rm(join(path, name), { recursive: true });
    return () => putBack(path, aside);
  },
  linked: async (path: string, aside: string) => {
    await rename(path, aside);
    await symlink(join(dirname(aside), 'a disk that is not mounted'), path);
    return () => putBack(path, aside);
  },
} satisfies Record<string, (path: string, aside: string) => Promise<() => Promise<void>>>;
export type Way = keyof typeof WAYS | 'full';
export const ALL_WAYS = [...Object.keys(WAYS), 'full'] as Way[]; // the keys of the table

async function putBack(path: string, aside: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await rename(aside, path);
}

/** Breaks a path of a data folder and returns the function that repairs it. */
export async function breakPath(way: Way, path: string, { disk, aside }: { disk: SmallDisk; aside: string }) {
  if (way !== 'full') return WAYS[way](path, aside);
  disk.shrinkTo(0);
  return async () => disk.repair();
}

/** Returns a path in a data folder: often one of those that matter most, otherwise any file or folder. */
export async function pickPath(dataDir: string, random: Random): Promise<string> {
  if (random.chance(0.5)) return random.pick(IMPORTANT.filter((path) => existsSync(join(dataDir, path))));
  const folder = random.pick(['postgres', 'storage', 'backups', '']);
  const all = await readdir(join(dataDir, folder), { recursive: folder !== '' });
  const found = all.filter((name) => !/^(logs|redis|work|mail|processes\.json)|\.pid$/.test(name));
  return join(folder, random.pick(found.toSorted()));
}

const IMPORTANT = [
  'version.json',
  'secrets.json',
  'own-database.json',
  'postgres',
  'postgres/PG_VERSION',
  'postgres/global',
  'postgres/global/pg_control',
  'postgres/base',
  'postgres/pg_wal',
  'postgres/pg_xact',
  'storage',
  'storage/videos',
  'storage/game',
  'storage/.marks',
  'backups',
];
