import { execFile } from 'node:child_process';
import { chmod, chown, lchown, mkdir, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { Problem } from './problem.ts';
import { SERVICE_NAMES, type ServiceName } from './service-environment.ts';
import { findOrCreateUser, type SystemUser } from './system-user.ts';
import { findCommand } from './tools.ts';

const run = promisify(execFile);

const USER = 'larksong';
/** Only root may listen below it, on systems as they come. */
const LOWEST_FREE_PORT = 1024;
const PROBE_TIMEOUT_MS = 60_000;

/** What the services write, by folder of the data folder. */
const STORAGE_FOLDERS = ['storage', 'work'];
const OTHER_FOLDERS = ['mail', 'redis'];

/** The user as whom a part of the site runs; undefined for the one who started it, root included. */
export type UserOf = (part: ServiceName | 'redis') => SystemUser | undefined;

interface Site {
  /** Of the repository. */
  root: string;
  dataDir: string;
  /** The gateway's. */
  port: number;
  say: (line: string) => void;
}

/**
 * Started by root, the services run as a user of their own where that user can read this Larksong and reach the data,
 * and what they write becomes its property. Where it cannot, they run as root, and one line says why.
 */
export async function chooseServiceUsers(site: Site): Promise<UserOf> {
  if (process.getuid?.() !== 0) return () => undefined;
  const user = await findOrCreateUser(USER);
  const why = user === undefined ? `the user "${USER}" could not be made` : await whyNotAs(user, site);
  if (user === undefined || why !== undefined) {
    site.say(`The services run as root: ${why}.`);
    await takeBack(site.dataDir, [...STORAGE_FOLDERS, ...OTHER_FOLDERS]);
    return () => undefined;
  }
  const isConfined = await keepsSandbox(user);
  if (!isConfined) {
    site.say('Catalog, game and transcoders run as root: bubblewrap works for root alone here.');
    await takeBack(site.dataDir, STORAGE_FOLDERS);
  }
  await give(user, site.dataDir, isConfined ? [...STORAGE_FOLDERS, ...OTHER_FOLDERS] : OTHER_FOLDERS);
  return (part) => {
    if (part === 'gateway' && site.port < LOWEST_FREE_PORT) return undefined;
    return part === 'catalog' || part === 'game' || part === 'transcoder'
      ? isConfined
        ? user
        : undefined
      : user;
  };
}

/** Why a user cannot run the services; undefined when it can. */
async function whyNotAs(user: SystemUser, { root, dataDir }: Site): Promise<string | undefined> {
  // The folder's group may pass through it, and may read nothing that is the owner's alone.
  await chown(dataDir, 0, user.gid);
  await chmod(dataDir, 0o710);
  if (!(await works(user, ['test', '-x', dataDir]))) return `no other user can reach ${dataDir}`;
  return whyNotRun(user, root);
}

async function whyNotRun(user: SystemUser, root: string): Promise<string | undefined> {
  if (!(await works(user, [process.execPath, '--version'])))
    return `no other user can run ${process.execPath}`;
  const modules = SERVICE_NAMES.map(
    (name) => pathToFileURL(join(root, 'services', name, 'src', 'config.ts')).href,
  );
  const load = `for (const url of ${JSON.stringify(modules)}) await import(url);`;
  const isReadable = await works(user, [process.execPath, '--input-type=module', '--eval', load]);
  return isReadable ? undefined : `no other user can read ${root}`;
}

/** False where only root may make namespaces: ffmpeg would be confined less than under root. */
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

async function give(user: SystemUser, dataDir: string, names: string[]): Promise<void> {
  for (const folder of names.map((name) => join(dataDir, name))) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveFolder(folder, user);
  }
}

/** Makes a folder with all its content a user's. The folder itself comes last: what was broken off is begun again. */
export async function giveFolder(folder: string, user: SystemUser): Promise<void> {
  const { uid, gid } = await stat(folder);
  if (uid === user.uid && gid === user.gid) return;
  for await (const entry of await opendir(folder, { recursive: true }))
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  await chown(folder, user.uid, user.gid);
}

/** Root writes there from now on, so a later start that gives the folders away looks at every file again. */
async function takeBack(dataDir: string, names: string[]): Promise<void> {
  for (const name of names) await chown(join(dataDir, name), 0, 0).catch(() => undefined); // not there yet
}

/** Whose a folder is, for root alone; undefined when it is root's, or not there. */
export async function findOwner(path: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

/**
 * Root on the data of a site that an ordinary user has begun: goes on as that user, who finds everything its own
 * afterwards. Throws a `Problem` when that user cannot run this Larksong.
 */
export async function becomeOwner(root: string, dataDir: string): Promise<void> {
  const owner = await findOwner(join(dataDir, 'version.json'));
  if (owner === undefined) return;
  const why = await whyNotRun(owner, root);
  if (why !== undefined)
    throw new Problem(
      `The data in ${dataDir} belongs to user ${owner.uid}, but ${why}. Start Larksong as that user.`,
    );
  await chown(dataDir, 0, 0); // so that nothing is left out
  await giveFolder(dataDir, owner);
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
