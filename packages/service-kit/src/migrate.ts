import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool } from 'pg';

import type { Logger } from './logger.ts';

export interface MigrationOptions {
  url: string;
  logger: Logger;
  /** In the order of execution; never changed once released. */
  migrations: Record<string, Migration>;
  /** Interval of the log lines about a running migration; 10 s by default. */
  progressEveryMs?: number;
}

/** The database has migrations that this version does not know. Its message names them and says what to do. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(names: string[]) {
    super(
      `The database was made by a newer version (unknown here: ${names.join(', ')}). Start that version, or restore a backup of this one.`,
    );
  }
}

const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Several processes may call it at once.
 * It uses its own connection without a statement timeout and logs its progress. Throws `NewerDatabaseError` if the
 * database is ahead of this code.
 */
export async function migrateToLatest(options: MigrationOptions): Promise<string[]> {
  const pool = new Pool({
    connectionString: options.url,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
    // Overrides timeouts set on the database or the role.
    options: `-c statement_timeout=0 -c idle_session_timeout=${IDLE_MS}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', () => {}); // the running statement fails too
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await migrate(db, options);
  } finally {
    await db.destroy();
  }
}

async function migrate(db: Kysely<unknown>, options: MigrationOptions): Promise<string[]> {
  const done = await listDone(db);
  const unknown = done.filter((name) => !(name in options.migrations));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const pending = Object.keys(options.migrations).filter((name) => !done.includes(name));
  if (pending.length === 0) return [];
  const progress = startProgress(options, pending.length);
  try {
    const migrations = Object.entries(options.migrations).map(
      ([name, migration]) =>
        [name, { up: (at: Kysely<unknown>) => progress.run(name, () => migration.up(at)) }] as const,
    );
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => Object.fromEntries(migrations) },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    progress.stop();
  }
}

async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const table = await sql<{
    present: boolean;
  }>`select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (!table.rows[0]?.present) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return done.rows.map((row) => row.name);
}

/** Logs the start and the end of each migration, and at intervals what is still running. */
function startProgress({ logger, progressEveryMs = 10_000 }: MigrationOptions, count: number) {
  let running: { migration: string; number: number } | undefined;
  let since = performance.now();
  let started = 0;
  const seconds = () => Math.round((performance.now() - since) / 100) / 10;
  const timer = setInterval(() => {
    if (running) logger.info({ ...running, of: count, seconds: seconds() }, 'migration still running');
    else logger.info({ seconds: seconds() }, "waiting for another process's migration of the database");
  }, progressEveryMs);
  return {
    async run(migration: string, work: () => Promise<void>): Promise<void> {
      started += 1;
      running = { migration, number: started };
      since = performance.now();
      logger.info({ ...running, of: count }, 'migration started');
      await work();
      logger.info({ ...running, of: count, seconds: seconds() }, 'migration done');
    },
    stop: () => clearInterval(timer),
  };
}
