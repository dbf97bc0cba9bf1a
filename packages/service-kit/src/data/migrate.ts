import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool } from 'pg';

import type { Logger } from '../base/logger.ts';
import { isMark } from './older-versions.ts';

export interface MigrationOptions {
  url: string;
  logger: Logger;
  /** In the order of execution; never changed once released. */
  migrations: Record<string, Migration>;
  /** Interval of the log lines about a running migration; 10 s by default. */
  progressEveryMs?: number;
}

/** A newer version changed the database so that this one cannot use it. Its message says what to do. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(names: string[]) {
    super(
      `The database was made by a newer version, and this one cannot use it (unknown here: ${names.join(', ')}). Start that version, or restore a backup of this one.`,
    );
  }
}

/** Name of a migration that takes something away; all others only add, so that the release before still works. */
const NARROWING = /^\d+-narrow-/;

const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;

/**
 * Updates the schema and returns the names of the migrations that ran. Several processes may call it at once.
 * It uses its own connection without a statement timeout and logs its progress. A database to which a newer version has
 * only made additions is used unchanged. Throws `NewerDatabaseError` if that version has also removed something.
 */
export function migrateToLatest(options: MigrationOptions): Promise<string[]> {
  return withDatabase(options, (db) => migrate(db, options));
}

/**
 * Runs the pending migrations in a transaction that is then rolled back, and returns their names. Throws as
 * `migrateToLatest` would.
 */
export function tryMigrations(options: MigrationOptions): Promise<string[]> {
  return withDatabase(options, async (db) => {
    const pending = await listPending(db, options);
    const progress = startProgress(options, pending.length);
    await sql`begin`.execute(db);
    try {
      for (const name of pending) await progress.run(name, async () => options.migrations[name]?.up(db));
    } finally {
      progress.stop();
      await sql`rollback`.execute(db).catch(() => {}); // it ended with its connection
    }
    return pending;
  });
}

/** Calls `work` with a database of one connection. */
async function withDatabase<T>(
  options: MigrationOptions,
  work: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
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
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Returns the migrations that have not run. Throws `NewerDatabaseError` if the database does not suit this code. */
async function listPending(db: Kysely<unknown>, { migrations, logger }: MigrationOptions): Promise<string[]> {
  const done = await listDone(db);
  const pending = Object.keys(migrations).filter((name) => !done.includes(name));
  const unknown = done.filter((name) => !(name in migrations) && !isMark(name));
  const isUsable = pending.length === 0 && !unknown.some((name) => NARROWING.test(name));
  if (unknown.length > 0 && !isUsable) throw new NewerDatabaseError(unknown);
  if (unknown.length > 0)
    logger.warn({ migrations: unknown }, 'the database has additions from a newer version');
  return pending;
}

async function migrate(db: Kysely<unknown>, options: MigrationOptions): Promise<string[]> {
  const pending = await listPending(db, options);
  if (pending.length === 0) return [];
  const progress = startProgress(options, pending.length);
  try {
    const migrations = Object.entries(options.migrations).map(
      ([name, migration]) =>
        [name, { up: (at: Kysely<unknown>) => progress.run(name, () => migration.up(at)) }] as const,
    );
    const migrator = await createMigrator(db, Object.fromEntries(migrations));
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    progress.stop();
  }
}

/** Returns what runs migrations on a database, which may have marks for older versions (`setUnusableByOlder`). */
export async function createMigrator(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
): Promise<Migrator> {
  const marks = (await listDone(db)).filter(isMark).map((name) => [name, { up: async () => {} }] as const);
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations, ...Object.fromEntries(marks) }) },
    allowUnorderedMigrations: marks.length > 0, // marks come last by name, whenever they were set
  });
}

async function listDone(db: Kysely<unknown>): Promise<string[]> {
  const table = await sql<{
    present: boolean;
  }>`select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (!table.rows[0]?.present) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return done.rows.map((row) => row.name);
}

/** Logs the start and the end of each migration, and at intervals the one that is still running. */
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
