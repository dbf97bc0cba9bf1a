import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { migrateToLatest } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { Client } from 'pg';

import { readConfig } from '../../operate/src/config.ts';
import { MIGRATIONS } from '../../operate/src/database/migrations.ts';
import { fillSite, type TestSite } from '../../operate/test/site.ts';
import { openDataFolder } from '../src/data-folder/data-folder.ts';
import { noteOwnDatabase, databaseUrl } from '../src/data-folder/own-database.ts';
import { openSecrets, readSecrets } from '../src/data-folder/secrets.ts';
import { getSuperadmin } from '../src/data-folder/superadmin.ts';
import { startPostgres } from '../src/servers/postgres.ts';
import { DATABASES } from '../src/settings/server-addresses.ts';

const LAUNCHER = join(import.meta.dirname, '..', 'src', 'main.ts');

/**
 * Makes the data folder of a site with an account, a song and a card, as a start leaves it, without its services. One that
 * `isOlder` lacks the last migration of each database.
 */
export async function makeDataFolder(
  dataDir: string,
  { isOlder = false }: { isOlder?: boolean } = {},
): Promise<void> {
  await openDataFolder(dataDir);
  const secrets = await openSecrets(dataDir);
  getSuperadmin(dataDir, {});
  await withPostgresOf(dataDir, async (url) => {
    for (const name of DATABASES)
      await migrateToLatest({
        url: url(name),
        migrations: Object.fromEntries(Object.entries(MIGRATIONS[name]).slice(0, isOlder ? -1 : undefined)),
        logger: createTestLogger(),
      });
    const config = readConfig({
      ...Object.fromEntries(DATABASES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, url(name)])),
      STORAGE_DIR: join(dataDir, 'storage'),
      AUTH_SECRET: secrets.authSecret,
      INTERNAL_TOKEN: secrets.internalToken,
      STREAM_COOKIE_SECRET: secrets.streamCookieSecret,
      LINK_SECRET: secrets.linkSecret,
      PUBLIC_DIR: join(dataDir, 'public'),
      DATA_DIR: dataDir,
    });
    const query: TestSite['query'] = (database, sql, values) => ask(url(database), sql, values);
    await fillSite({ config, folder: dirname(dataDir), query, read: async () => ({}), stop: async () => {} });
  });
  // As a start does.
  await noteOwnDatabase(dataDir);
  for (const record of ['starter-pack.json', 'demo-video.json']) await writeFile(join(dataDir, record), '{}');
}

async function withPostgresOf<T>(
  dataDir: string,
  work: (url: (name: string) => string) => Promise<T>,
): Promise<T> {
  const { postgresPassword: password } = readSecrets(dataDir);
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), password, fsync: false });
  try {
    for (const name of DATABASES) await postgres.createDatabase(name);
    return await work((database) => databaseUrl({ port: postgres.port, password, database }));
  } finally {
    await postgres.stop();
  }
}

async function ask(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Tables whose rows tell of starts and commands rather than of the site. */
const RECORDS = ['backup_runs', 'kysely_migration', 'kysely_migration_lock'];

/** Returns the identity of the cluster, the names of its databases, and a hash of the rows of each table. */
export async function readDatabases(
  dataDir: string,
  { isStarted = false }: { isStarted?: boolean } = {},
): Promise<Record<string, unknown>> {
  return withPostgresOf(dataDir, async (url) => {
    const [identity] = await ask(url('postgres'), 'select system_identifier from pg_control_system()');
    const names = await ask(url('postgres'), 'select datname from pg_database order by 1');
    const content: Record<string, unknown> = { identity, names };
    for (const database of DATABASES) {
      const tables = await ask(url(database), `select tablename from pg_tables where schemaname = 'public'`);
      for (const table of tables.map(({ tablename }) => String(tablename)))
        if (!isStarted || STEADY.includes(`${database}.${table}`))
          if (!RECORDS.includes(table)) {
            const rows = await ask(url(database), `select t::text from "${table}" t order by 1`);
            content[`${database}.${table}`] = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
          }
    }
    return content;
  });
}

/** Tables with the content of the site, which starts do not change. */
const STEADY = ['catalog.videos', 'catalog.segments', 'game.categories', 'game.pictures'];

/** Copies a data folder with its owners, replacing whatever exists at the destination. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  const child = spawn('cp', ['-a', '--reflink=auto', from, to], { stdio: 'inherit' });
  await once(child, 'close');
  if (child.exitCode !== 0) await cp(from, to, { recursive: true, preserveTimestamps: true });
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Runs the launcher with a data folder until it ends, or has said that the site is up, at which it is ended. */
export async function runLauncher(
  args: string[],
  { dataDir, port, env }: { dataDir: string; port: number; env?: Record<string, string> },
): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', LAUNCHER, ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      WORKERS: '1',
      BACKUP_HOUR: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
    if (output.includes('Ctrl-C stops it')) child.kill('SIGTERM');
  });
  const [complaint] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output: output + complaint };
}

/** Returns a password that no cluster has. */
export function otherPassword(): string {
  return randomBytes(32).toString('hex');
}
