import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, lchown, mkdir, opendir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { isThere } from '../data-folder/cluster.ts';
import { hasDatabase } from '../data-folder/own-database.ts';
import { storageFolderOf } from '../data-folder/site-settings.ts';
import { Problem } from '../host/problem.ts';
import { findOrCreateUser, type SystemUser } from '../host/system-user.ts';
import { findCommand } from '../host/tools.ts';
import { SERVICE_NAMES, type ServiceName } from '../settings/service-environment.ts';

const run = promisify(execFile);

const USER = 'larksong';
/** By default, only root may listen on lower ports. */
const LOWEST_FREE_PORT = 1024;
const PROBE_TIMEOUT_MS = 60_000;

/** Returns the folders that the services write to: those of catalog, game and transcoders, and the others. */
function foldersOf(dataDir: string): [string[], string[]] {
  const inData = (name: string) => join(dataDir, name);
  const moved = storageFolderOf(dataDir);
  // A folder elsewhere is not created: its disk may not be mounted.
  const elsewhere = moved !== inData('storage') && existsSync(moved) ? [moved] : [];
  return [
    [inData('storage'), inData('work'), ...elsewhere],
    [inData('mail'), inData('redis')],
  ];
}

/** Returns the user as whom a part of the site runs; undefined for the one who started the site, root included. */
export type UserOf = (part: ServiceName | 'redis') => SystemUser | undefined;

interface Site {
  /** The repository's. */
  root: string;
  dataDir: string;
  /** The gateway's. */
  port: number;
  say: (line: string) => void;
}

/**
 * Returns the users for the parts of the site. When started by root, the services run as a separate user if that user
 * can read this Larksong and reach the data; the user then owns the files that they write. Otherwise they run as root,
 * and one line says why.
 */
export async function chooseServiceUsers(site: Site): Promise<UserOf> {
  if (process.getuid?.() !== 0) return () => undefined;
  const [storage, others] = foldersOf(site.dataDir);
  const user = await findOrCreateUser(USER);
  const why = user === undefined ? `the user "${USER}" could not be created` : await whyNotAs(user, site);
  if (user === undefined || why !== undefined) {
    site.say(`The services run as root: ${why}.`);
    await takeBack([...storage, ...others]);
    return () => undefined;
  }
  const isConfined = await keepsSandbox(user);
  if (!isConfined) {
    site.say('Catalog, game and transcoders run as root: bubblewrap works only for root here.');
    await takeBack(storage);
  }
  await give(user, site.dataDir, isConfined ? [...storage, ...others] : others);
  return (part) => {
    if (part === 'gateway' && site.port < LOWEST_FREE_PORT) return undefined;
    return part === 'catalog' || part === 'game' || part === 'transcoder'
      ? isConfined
        ? user
        : undefined
      : user;
  };
}

/** Returns why a user cannot run the services; undefined if it can. */
async function whyNotAs(user: SystemUser, { root, dataDir }: Site): Promise<string | undefined> {
  // The folder's group may pass through it, but can read no files of the owner.
  await chown(dataDir, 0, user.gid);
  await chmod(dataDir, 0o710);
  if (!(await works(user, ['test', '-x', dataDir]))) return `no other user can reach ${dataDir}`;
  return (await whyNotRun(user, root)) ?? (await whyNotKeep(user, storageFolderOf(dataDir)));
}

/** Gives a user the folder to which the files of videos were moved. Returns the reason if the user cannot use it. */
async function whyNotKeep(user: SystemUser, folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  await giveFolder(folder, user).catch(() => undefined); // on some disks, root cannot; the modes may still allow it
  const isWritable = await works(user, ['test', '-w', folder, '-a', '-x', folder]);
  return isWritable ? undefined : `no other user can write to ${folder}`;
}

async function whyNotRun(user: SystemUser, root: string): Promise<string | undefined> {
  if (!(await works(user, [process.execPath, '--version'])))
    return `no other user can run ${process.execPath}`;
  for (const name of ['FFMPEG_PATH', 'FFPROBE_PATH']) {
    const path = process.env[name];
    const program = path?.includes('/') ? resolve(path) : path;
    if (program && !(await works(user, [program, '-version']))) return `no other user can run ${program}`;
  }
  const modules = SERVICE_NAMES.map(
    (name) => pathToFileURL(join(root, 'services', name, 'src', 'config.ts')).href,
  );
  const load = `for (const url of ${JSON.stringify(modules)}) await import(url);`;
  const isReadable = await works(user, [process.execPath, '--input-type=module', '--eval', load]);
  return isReadable ? undefined : `no other user can read ${root}`;
}

/** Returns false where only root may create namespaces: ffmpeg would be confined less than under root. */
async function keepsSandbox(user: SystemUser): Promise<boolean> {
  const bubblewrap = await findCommand(['bwrap']);
  return (
    bubblewrap === undefined || works(user, [bubblewrap, '--unshare-all', '--ro-bind', '/', '/', 'true'])
  );
}

function works(user: SystemUser, [command = '', ...args]: string[]): Promise<boolean> {
  const env = { PATH: process.env['PATH'], HOME: '/' };
  return run(command, args, { cwd: '/', env, ...user, timeout: PROBE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

async function give(user: SystemUser, dataDir: string, folders: string[]): Promise<void> {
  const isUsed = await hasDatabase(dataDir);
  for (const folder of folders) {
    // The storage of a site that was used may be on a disk that is not mounted, and is never created again.
    if (folder === join(dataDir, 'storage') && isUsed && !(await isThere(folder))) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveFolder(folder, user);
  }
}

/** Gives a folder with all its content to a user. The folder itself comes last, so an interrupted change starts over. */
export async function giveFolder(folder: string, user: SystemUser): Promise<void> {
  const { uid, gid } = await stat(folder);
  if (uid === user.uid && gid === user.gid) return;
  for await (const entry of await opendir(folder, { recursive: true }))
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  await chown(folder, user.uid, user.gid);
}

/** Makes root the owner of folders that it writes to from now on, so a later handover checks every file again. */
async function takeBack(folders: string[]): Promise<void> {
  for (const folder of folders) await chown(folder, 0, 0).catch(() => undefined); // not there yet
}

/** Runs `work` so that everybody may read what root writes meanwhile, whatever its umask is. */
export async function openToAll<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  const mask = process.umask(0o022);
  try {
    return await work();
  } finally {
    process.umask(mask);
  }
}

/** Returns the owner of a folder, only for root; undefined if that is root, or the folder is missing. */
export async function findOwner(path: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

/**
 * Does `work` as this user; afterwards, a folder and the files that root has written to it belong to its previous
 * owner.
 */
export async function keepOwner<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const owner = await findOwner(folder);
  try {
    return await work();
  } finally {
    if (owner) {
      await chown(folder, 0, 0); // so that giveFolder skips nothing
      await giveFolder(folder, owner);
    }
  }
}

/** The data belongs to a user who cannot run this Larksong. */
export class ForeignData extends Problem {}

/**
 * If this is root on the data of a site created by an ordinary user, continues as that user, who owns everything
 * afterwards, unless it is only to be read. Throws a `Problem` if that user cannot run this Larksong.
 */
export async function becomeOwner(
  root: string,
  dataDir: string,
  { isReading = false }: { isReading?: boolean } = {},
): Promise<void> {
  const owner = await findOwner(join(dataDir, 'version.json'));
  if (owner === undefined) return;
  const why = await whyNotRun(owner, root);
  if (why !== undefined)
    throw new ForeignData(
      `The data in ${dataDir} belongs to user ${owner.uid}, but ${why}. Start Larksong as that user.`,
    );
  if (!isReading) {
    await chown(dataDir, 0, 0); // so that giveFolder skips nothing
    await giveFolder(dataDir, owner);
  }
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
