import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { Pool } from 'pg';

import type { Logger } from './logger.ts';

export interface DatabaseOptions {
  url: string;
  logger: Logger;
  /** Connections at most, 10 unless said otherwise. */
  poolSize?: number;
}

/** A connection pool; queries that find no connection within 3 s fail, statements end after 10 s. */
export function createDatabase<Tables>(options: DatabaseOptions): Kysely<Tables> {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  // A connection can also be lost while it is lent out and no query runs on it; unheard, that ends the process.
  const noteLoss = (error: Error) => options.logger.warn({ err: error }, 'a database connection was lost');
  pool.on('error', noteLoss);
  pool.on('connect', (client) => client.on('error', noteLoss));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(names: string[]) {
    super(
      `The database was made by a newer version (${names.join(', ')} is not known here). Start that version, or restore a backup of this one.`,
    );
  }
}

/**
 * Brings the schema up to date; several processes may call it at once. Migrations are listed in the order in which
 * they run and never change once released. Throws `NewerDatabaseError` when the database is ahead of this code.
 */
export async function migrateToLatest<T>(
  db: Kysely<T>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const unknown = await findUnknownMigrations(db, migrations);
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error(JSON.stringify(error));
  return (results ?? []).map((result) => result.migrationName);
}

async function findUnknownMigrations<T>(
  db: Kysely<T>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const table = await sql<{
    present: boolean;
  }>`select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (!table.rows[0]?.present) return [];
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return done.rows.map((row) => row.name).filter((name) => !(name in migrations));
}

export async function checkDatabase<T>(db: Kysely<T>): Promise<void> {
  await sql`select 1`.execute(db);
}

/** True for one process at a time by this name, in one database, until its transaction ends. Does not wait. */
export async function tryLock<T>(trx: Transaction<T>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext(${name})) as locked`.execute(trx);
  return rows[0]?.locked === true;
}
