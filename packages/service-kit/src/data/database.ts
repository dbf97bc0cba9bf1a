import { setTimeout as pause } from 'node:timers/promises';

import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import type { Registry } from 'prom-client';
import { Type, type Static, type TObject } from 'typebox';

import { createClientClass, type WatchedClient } from './database-client.ts';
import type { Logger } from '../base/logger.ts';
import { addDatabaseServerMetrics, addDatabaseSizeMetrics, addPoolMetrics } from '../metrics/index.ts';

/** Settings of every service with a database. */
export const databaseConfig = {
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://', message: 'must be a postgres:// address' }),
  /** Connections for calls. */
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 1, default: 10 }),
  /** Timeout of a call for a connection, and for a sign of life from Postgres on it. */
  DATABASE_SILENCE_SECONDS: Type.Number({ minimum: 0.1, default: 2.5 }),
  /** Connections for background work, which therefore cannot starve calls. */
  DATABASE_BACKGROUND_CONNECTIONS: Type.Integer({ minimum: 1, default: 4 }),
  DATABASE_BACKGROUND_SILENCE_SECONDS: Type.Number({ minimum: 0.1, default: 12 }),
};
type DatabaseConfig = Static<TObject<typeof databaseConfig>>;

interface DatabaseOptions {
  url: string;
  logger: Logger;
  /** Maximum number of connections; 10 by default. */
  poolSize?: number;
  /** A connection on which Postgres is silent for this long is closed and replaced; 2500 by default. */
  silenceMs?: number;
}

const IDLE_MS = 30_000;
/** Share of the silence limit after which the server cancels a statement: 2 s of 2.5 s. */
const STATEMENT_SHARE = 0.8;
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * Returns a database with a connection pool. Statements are cancelled after 80 % of `silenceMs`. A query fails after
 * `silenceMs` if no connection is free, or if Postgres sends nothing on its connection, which is then replaced.
 */
export function createDatabase<Tables>(options: DatabaseOptions): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(options) }) });
}

function createPool(options: DatabaseOptions): Pool {
  const { silenceMs = 2500, poolSize = 10 } = options;
  const pool = new Pool({
    connectionString: options.url,
    max: poolSize,
    connectionTimeoutMillis: silenceMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: Math.round(silenceMs * STATEMENT_SHARE),
    // Releases the locks of a transaction whose client has gone away unnoticed by Postgres.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // Without this, Postgres keeps a session that was closed here until its TCP stack times out, after hours.
    options: `-c idle_session_timeout=${2 * IDLE_MS}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The silence has lasted a little less than its limit if the event loop was late when it began.
    Client: createClientClass(silenceMs, () => closeIdleSince(idle, performance.now() - silenceMs / 2)),
  });
  const idle = trackIdle(pool);
  logLosses(pool, options.logger);
  return pool;
}

/**
 * Returns the two pools of a service: `db` for calls, `background` for loops, which may take longer. The state of both,
 * and of Postgres, is added to `metrics`.
 */
export function createDatabases<Tables>(
  config: DatabaseConfig,
  logger: Logger,
  metrics: Registry,
): { db: Kysely<Tables>; background: Kysely<Tables>; destroy: () => Promise<void> } {
  const url = config.DATABASE_URL;
  const calls = createPool({
    url,
    logger,
    poolSize: config.DATABASE_CONNECTIONS,
    silenceMs: config.DATABASE_SILENCE_SECONDS * 1000,
  });
  const loops = createPool({
    url,
    logger,
    poolSize: config.DATABASE_BACKGROUND_CONNECTIONS,
    silenceMs: config.DATABASE_BACKGROUND_SILENCE_SECONDS * 1000,
  });
  addPoolMetrics(metrics, { calls, background: loops });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: calls }) });
  const background = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: loops }) });
  addDatabaseServerMetrics(metrics, background);
  addDatabaseSizeMetrics(metrics, background);
  return {
    db,
    background,
    async destroy() {
      await Promise.all([db.destroy(), background.destroy()]);
    },
  };
}

type IdleClients = Map<PoolClient, number>;

/** Returns the idle connections, each with the time of its return to the pool. */
function trackIdle(pool: Pool): IdleClients {
  const idle: IdleClients = new Map();
  pool.on('release', (_error, client) => idle.set(client, performance.now()));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  return idle;
}

/** Closes the connections that have been idle since `moment`: if one was swallowed, they probably were too. */
function closeIdleSince(idle: IdleClients, moment: number): void {
  // All connections of the pool are of this class.
  for (const [client, since] of idle) if (since < moment) (client as PoolClient & WatchedClient).drop();
}

/** Logs the first lost connection and the first new one, once each. */
function logLosses(pool: Pool, logger: Logger): void {
  let away = false;
  // A connection can also be lost while it is checked out without a running query; unhandled, that ends the process.
  const noteLoss = (error: Error) => {
    if (away) logger.debug({ err: error }, 'a database connection was lost');
    else logger.warn({ err: error }, 'a database connection was lost');
    away = true;
  };
  pool.on('error', noteLoss);
  pool.on('connect', (client) => {
    client.on('error', noteLoss);
    if (away) logger.info('the database can be reached again');
    away = false;
  });
}

/** Rejects if the database does not respond; for the readiness check `postgres`. */
export async function checkDatabase<T>(db: Kysely<T>): Promise<void> {
  await sql`select 1`.execute(db);
}

const START_MS = 30_000;
const START_PAUSE_MS = 100;

/**
 * Waits until the database responds; for the start of a service, when a busy machine may be starting much else. Rejects
 * with the last failure after 30 s.
 */
export async function untilDatabase<T>(db: Kysely<T>): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    try {
      return await checkDatabase(db);
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(START_PAUSE_MS);
    }
  }
}

/** Tries to take the lock `name` of this database until the transaction ends; returns false if it is held. Does not wait. */
export async function tryLock<T>(trx: Transaction<T>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext(${name})) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

const MAX_TRIES = 5;
const LONGEST_PAUSE_MS = 100;
/** `serialization_failure`, `deadlock_detected`. */
const CONFLICTS: unknown[] = ['40001', '40P01'];

/**
 * Runs `work` in a transaction and returns its result. After a deadlock or a serialization failure it runs again, up to
 * five times in all, so `work` must have no effect outside the transaction.
 */
export async function inTransaction<T, Result>(
  db: Kysely<T>,
  work: (trx: Transaction<T>) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const isConflict = error instanceof Error && 'code' in error && CONFLICTS.includes(error.code);
      if (!isConflict || tries === MAX_TRIES) throw error;
      await pause(Math.random() * LONGEST_PAUSE_MS);
    }
  }
}
