import { readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCluster, isThere, readMajor } from '../data-folder/cluster.ts';
import { folderIdentityOf, readJson, writePrivately } from '../data-folder/data-folder.ts';
import { readSecrets } from '../data-folder/secrets.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { findServerUser } from '../host/system-user.ts';
import { operateEnvironment, runOperate } from '../processes/run-operate.ts';
import { DATABASES } from '../settings/server-addresses.ts';
import { installOlderPostgres } from './older-postgres.ts';
import { readPostgresMajor, type PostgresBinaries } from './postgres-binaries.ts';
import { startPostgres } from './postgres.ts';
import { pointsIn, RESTORE_POINT, toRestorePoint } from './restore-point.ts';

/*
 * A new major version of Postgres cannot read the files of an older one. So the databases are copied into a new
 * cluster, and the old one stays until the site has started with the new one.
 */

interface Around {
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * The folders of a move: the current cluster, the one being filled, the previous one and its programs, and a record.
 */
function foldersIn(dataDir: string) {
  const at = (name: string) => join(dataDir, name);
  return {
    present: at('postgres'),
    next: at('postgres.next'),
    old: at('postgres.old'),
    programs: at('postgres.programs'),
    record: at('postgres-move.json'),
  };
}

/** The clusters in a data folder: their major versions, or whether they exist. */
export interface FoundClusters {
  present: number | undefined;
  hasNext: boolean;
  /** Whether the folder is the one that a move has put aside, not a copy that somebody has made. */
  hasOld: boolean;
}

export type NextStep = 'none' | 'move' | 'finish' | 'return' | 'newer';

/** Returns the first step of a start; `finish` and `return` follow an interruption between two renames. */
export function toNextStep({ present, hasNext, hasOld }: FoundClusters, major: number): NextStep {
  // The next cluster is complete by the time that the present one becomes the old one.
  if (present === undefined) return hasOld ? (hasNext ? 'finish' : 'return') : 'none';
  if (present > major) return 'newer';
  return present < major ? 'move' : 'none';
}

/** Returns the free space that a move needs for the restore point, the new cluster and temporary files. */
export function neededBytes(clusterBytes: number): number {
  return 2 * clusterBytes + 256 * 1024 ** 2;
}

/**
 * Moves the databases of a data folder to the Postgres of this version if an older one has made them. An interrupted move
 * is finished or repeated; until it succeeds, the old cluster stays unchanged. Throws a `Problem` if it fails.
 */
export async function upgradePostgres(around: Around): Promise<void> {
  const { present, next, old } = foldersIn(around.dataDir);
  const major = await readPostgresMajor();
  const found = await findClusters(around.dataDir);
  switch (toNextStep(found, major)) {
    case 'newer':
      throw new Problem(
        `The database in ${present} was made by Postgres ${found.present}, and this Larksong has ${major}. Start the newer Larksong, or restore a backup into a new DATA_DIR.`,
      );
    case 'finish':
      return rename(next, present);
    case 'return':
      await rename(old, present);
      return upgradePostgres(around);
    case 'move':
      return move(around, { from: found.present ?? 0, to: major });
    case 'none':
      return;
  }
}

/** Throws a `Problem` if the databases still have to be moved, which only a start does. */
export async function assertUpgraded(dataDir: string): Promise<void> {
  const step = toNextStep(await findClusters(dataDir), await readPostgresMajor());
  if (step !== 'none')
    throw new Problem(
      'The database was made by another version of Postgres. Run npm start once, which moves it to the present one or says why it cannot.',
    );
}

/** Deletes the cluster before a move; called once the site has started with the new one, not with a given Postgres. */
export async function forgetOldPostgres(dataDir: string, say: (line: string) => void): Promise<void> {
  const { old, programs, record } = foldersIn(dataDir);
  if (!isFromMove(dataDir)) return;
  const { present } = await findClusters(dataDir);
  if (present !== (await readPostgresMajor())) return;
  await rm(old, { recursive: true, force: true });
  await rm(programs, { recursive: true, force: true });
  await rm(record, { force: true });
  say('The move of the database is complete. The newest restore point has its previous state.');
}

async function findClusters(dataDir: string): Promise<FoundClusters> {
  const { present, next } = foldersIn(dataDir);
  const { next: recorded } = readRecord(dataDir);
  return {
    present: (await hasCluster(present)) ? await readMajor(present) : undefined,
    // Earlier versions did not record it.
    hasNext: recorded === undefined ? await isThere(next) : recorded === folderIdentityOf(next),
    hasOld: isFromMove(dataDir),
  };
}

/** Returns the identities of the folders that a move has made. */
function readRecord(dataDir: string): { old?: string; next?: string } {
  return readJson(foldersIn(dataDir).record) as { old?: string; next?: string }; // written below alone
}

/** Returns whether the older cluster is the very folder that a move has put aside. */
function isFromMove(dataDir: string): boolean {
  const { old } = foldersIn(dataDir);
  const { old: identity } = readRecord(dataDir);
  return identity !== undefined && identity === folderIdentityOf(old);
}

async function move(around: Around, { from, to }: { from: number; to: number }): Promise<void> {
  const { dataDir, say, signal } = around;
  const { present, next, old, programs, record } = foldersIn(dataDir);
  await assertFree(dataDir);
  await assertRoom(present, dataDir);
  say(`The database was made by Postgres ${from}. Moving it to Postgres ${to} …`);
  const user = await findServerUser();
  const binaries = await installOlderPostgres(from, { folder: programs, user, signal });
  const id = await makeRestorePoint(around, { cluster: present, binaries });
  if (isFromMove(dataDir)) await rm(old, { recursive: true, force: true });
  await clearNext(around);
  await fill(around, { cluster: next, id });
  signal.throwIfAborted();
  writePrivately(record, { old: folderIdentityOf(present), next: folderIdentityOf(next) });
  await rename(present, old);
  await rename(next, present);
}

/**
 * Frees the name of the next cluster: deletes the incomplete copy of an interrupted move, since the present cluster was
 * just read completely. A folder without a record of a move, such as somebody's copy, is renamed.
 */
export async function clearNext({ dataDir, say }: Pick<Around, 'dataDir' | 'say'>): Promise<void> {
  const { next } = foldersIn(dataDir);
  await rm(`${next}.incomplete`, { force: true }); // a mark of earlier versions
  if (!(await isThere(next))) return;
  if (readRecord(dataDir).next === folderIdentityOf(next)) return rm(next, { recursive: true });
  const aside = `${next}.${Date.now()}`;
  await rename(next, aside).catch((error: unknown) => {
    throw new Problem(
      `Moving the database to a new Postgres needs the name ${next}, which something has that Larksong did not make, and which cannot be renamed (${codeOf(error) ?? String(error)}). Give it another name, or unmount it if it is a disk, and start again; nothing was changed.`,
      { cause: error },
    );
  });
  say(
    `${next} was not made by this move, and its name was needed, so it is now ${aside}. If you do not need it, delete it.`,
  );
}

/** Throws a `Problem` if a folder that no move has made has the name of the older cluster. */
async function assertFree(dataDir: string): Promise<void> {
  const { old } = foldersIn(dataDir);
  if (isFromMove(dataDir) || !(await isThere(old))) return;
  throw new Problem(
    `Moving the database to a new Postgres needs the name ${old}, which a folder has that Larksong did not make. Give that folder another name and start again; nothing was changed.`,
  );
}

async function assertRoom(cluster: string, dataDir: string): Promise<void> {
  const disk = await statfs(dataDir);
  const [free, needed] = [disk.bavail * disk.bsize, neededBytes(await sizeOf(cluster))];
  if (free >= needed) return;
  const inMib = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
  throw new Problem(
    `Moving the database to a new Postgres needs ${inMib(needed)} of free space in ${dataDir}, which has ${inMib(free)}. Make room there and start again; nothing was changed.`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  let sizeBytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sizeBytes += (await stat(join(entry.parentPath, entry.name))).size;
  return sizeBytes;
}

/** Makes a restore point of the old cluster and returns its name. */
async function makeRestorePoint(
  around: Around,
  { cluster, binaries }: { cluster: string; binaries: PostgresBinaries },
): Promise<string> {
  const result = await withServer(around, { cluster, binaries }, RESTORE_POINT);
  return toRestorePoint(result);
}

async function fill(around: Around, { cluster, id }: { cluster: string; id: string }): Promise<void> {
  const { record } = foldersIn(around.dataDir);
  const started = () => writePrivately(record, { next: folderIdentityOf(cluster) });
  await withServer(around, { cluster, started }, ['restore', pointsIn(around.dataDir), id, '--databases']);
}

/** Runs a command while the server of a cluster runs, and returns its output. */
async function withServer(
  { dataDir, signal }: Around,
  { cluster, binaries, started }: { cluster: string; binaries?: PostgresBinaries; started?: () => void },
  args: string[],
): Promise<string> {
  const postgres = await startPostgres({
    dataDir: cluster,
    password: readSecrets(dataDir).postgresPassword,
    ...(binaries && { binaries }),
    supervision: { signal, dieWithParent: true, logFile: join(dataDir, 'logs', 'postgres.log') },
  });
  try {
    started?.();
    for (const name of DATABASES) await postgres.createDatabase(name);
    const environment = operateEnvironment(dataDir, { databaseUrl: postgres.url, sitePort: 0 });
    const { code, result, complaint } = await runOperate({ args, environment, signal, output: 'return' });
    if (code !== 0)
      throw new Problem(
        `The database could not be moved to the new Postgres: ${complaint} Nothing was changed; the previous version of Larksong can still be started.`,
      );
    return result;
  } finally {
    await postgres.stop();
  }
}
