import { spawn } from 'node:child_process';
import { chown, mkdir, open, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';

import { isThere } from '../data-folder/cluster.ts';
import { folderIdentityOf, readJson, writePrivately } from '../data-folder/data-folder.ts';
import { USER } from '../data-folder/own-database.ts';
import { codeOf, Problem } from '../host/problem.ts';
import type { SystemUser } from '../host/system-user.ts';

/*
 * On Linux the cluster is passed as the working directory of the program. So it may be under a folder that
 * the server's user cannot enter, such as /root: the launcher changes into it while it is root.
 */
export const CLUSTER = process.platform === 'linux' ? '/proc/self/cwd' : '.';

const INITDB_ARGUMENTS = [
  `--pgdata=${CLUSTER}`,
  `--username=${USER}`,
  '--auth=scram-sha-256',
  '--pwfile=/dev/stdin',
  '--encoding=UTF8',
  // The same collation on every machine, whatever its C library.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

interface NewCluster {
  /** Missing or empty. */
  dataDir: string;
  initdb: string;
  password: string;
  isSynced: boolean;
  user: SystemUser | undefined;
}

/**
 * Creates a cluster in a temporary folder, which is renamed once the cluster is complete. So an interrupted creation
 * leaves only that folder, and only that folder is ever removed; a record tells it from somebody else's folder of the
 * same name, and the kernel refuses to rename over a folder with content.
 */
export async function createCluster({ dataDir, ...options }: NewCluster): Promise<void> {
  const target = (await isThere(dataDir)) ? await realpath(dataDir) : dataDir; // perhaps a link to an empty folder
  const unfinished = `${target}.creating`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await removeUnfinished(unfinished);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    writePrivately(recordOf(unfinished), { folder: folderIdentityOf(unfinished) });
    await give(unfinished, options.user);
    await initialise(unfinished, options);
    await rename(unfinished, target);
    await rm(recordOf(unfinished));
    if (options.isSynced) await syncFolder(dirname(target));
  } catch (error) {
    await removeUnfinished(unfinished);
    throw toProblem(dataDir, error);
  }
}

const recordOf = (unfinished: string) => `${unfinished}.json`;

/** Removes the leftovers of an interrupted creation. Throws a `Problem` if somebody else's folder has that name. */
async function removeUnfinished(unfinished: string): Promise<void> {
  const { folder } = readJson(recordOf(unfinished)) as { folder?: string }; // written above alone
  if (await isThere(unfinished)) {
    if (folder === folderIdentityOf(unfinished)) await rm(unfinished, { recursive: true });
    // Killed before it was recorded, it is empty; the system refuses to remove any other.
    else
      await rmdir(unfinished).catch((error: unknown) => {
        throw new Problem(
          `Creating the database needs the name ${unfinished}, which something has that Larksong did not make (${codeOf(error) ?? String(error)}). Give it another name and start again; nothing was changed.`,
          { cause: error },
        );
      });
  }
  await rm(recordOf(unfinished), { force: true });
}

function toProblem(dataDir: string, error: unknown): Problem {
  const code = codeOf(error);
  const why = code ?? (error instanceof Error ? error.message : String(error));
  const advice =
    code === 'EBUSY' || code === 'EXDEV'
      ? ' A disk may not be mounted at this very folder: make a folder on that disk, and a link to it in this place.'
      : '';
  return new Problem(`The database in ${dataDir} could not be created (${why}).${advice}`, { cause: error });
}

async function initialise(folder: string, options: Omit<NewCluster, 'dataDir'>): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  try {
    await give(passwordFile, options.user);
    await using file = await open(passwordFile);
    await runInitdb(folder, file.fd, options);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runInitdb(
  folder: string,
  passwordFd: number,
  { initdb, isSynced, user }: Omit<NewCluster, 'dataDir'>,
): Promise<void> {
  const child = spawn(initdb, [...INITDB_ARGUMENTS, ...(isSynced ? [] : ['--no-sync'])], {
    cwd: folder,
    env: postgresEnvironment(),
    ...user,
    // Passed as an open descriptor, since the other user might not reach the file by its path.
    stdio: [passwordFd, 'ignore', 'pipe'],
  });
  const [complaint, code] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(complaint.trim() || `initdb ended with code ${code}`);
}

/** Returns the environment of Postgres' programs, which is the same on all systems. */
export function postgresEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

async function give(path: string, user: SystemUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}
