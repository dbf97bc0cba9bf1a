import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

import { KEEP_READINGS_MS, keepReading } from './keep-reading.ts';
import { addReadGauge } from './read-gauge.ts';

/** Registers the state of a service's connection pools by name. */
export function addPoolMetrics(registry: Registry, pools: Record<string, Pool>): void {
  const add = (name: string, help: string, read: (pool: Pool) => number) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, state] of Object.entries(pools)) gauge.set({ pool }, read(state));
      },
    });
  };
  add('database_pool_connections', 'Open connections to Postgres', (pool) => pool.totalCount);
  add('database_pool_idle_connections', 'Connections to Postgres without work', (pool) => pool.idleCount);
  add('database_pool_waiting_requests', 'Work that waits for a connection', (pool) => pool.waitingCount);
}

interface ServerState {
  connections: number;
  maxConnections: number;
  clockOffsetSeconds: number;
}

/**
 * Registers metrics that every user of the Postgres server can read: its connections, and how its clock differs from
 * ours.
 */
export function addDatabaseServerMetrics<T>(registry: Registry, db: Kysely<T>): void {
  const read = keepReading(KEEP_READINGS_MS, () => readServer(db));
  const add = (name: string, help: string, toValue: (state: ServerState) => number) =>
    addReadGauge(registry, { name, help, read, toSamples: (state) => [{ value: toValue(state) }] });
  add('database_server_connections', 'Connections of all clients to Postgres', (state) => state.connections);
  add(
    'database_server_max_connections',
    'Connections that Postgres accepts, without those reserved for superusers',
    (state) => state.maxConnections,
  );
  add(
    'database_clock_offset_seconds',
    'How far the clock of Postgres is ahead of that of this service',
    (state) => state.clockOffsetSeconds,
  );
}

/** Reading the size looks at every file of a database. */
const KEEP_SIZE_MS = 60_000;

interface DatabaseSize {
  name: string;
  bytes: number;
  live: number;
  dead: number;
}

/** Registers the size of the service's own database, and the rows in it; Postgres removes dead rows in the background. */
export function addDatabaseSizeMetrics<T>(registry: Registry, db: Kysely<T>): void {
  const read = keepReading(KEEP_SIZE_MS, () => readSize(db));
  addReadGauge(registry, {
    name: 'database_size_bytes',
    help: 'Size of a database with its indexes, without the journal',
    labels: ['database'],
    read,
    toSamples: ({ name, bytes }) => [{ labels: { database: name }, value: bytes }],
  });
  addReadGauge(registry, {
    name: 'database_rows',
    help: 'Estimated rows of a database, and old versions of rows that still take space (dead)',
    labels: ['database', 'state'],
    read,
    toSamples: ({ name, live, dead }) => [
      { labels: { database: name, state: 'live' }, value: live },
      { labels: { database: name, state: 'dead' }, value: dead },
    ],
  });
}

async function readSize<T>(db: Kysely<T>): Promise<DatabaseSize> {
  const { rows } = await sql<DatabaseSize>`
    select current_database()::text as name, pg_database_size(current_database())::float8 as bytes,
      coalesce(sum(n_live_tup), 0)::float8 as live, coalesce(sum(n_dead_tup), 0)::float8 as dead
    from pg_stat_user_tables`.execute(db);
  if (!rows[0]) throw new Error('unreachable: the query has one row');
  return rows[0];
}

async function readServer<T>(db: Kysely<T>): Promise<ServerState> {
  const { state, before, after } = await db.connection().execute(async (connection) => {
    const sentAt = Date.now();
    const { rows } = await sql<{ connections: number; maxConnections: number; nowSeconds: number }>`
      select
        (select count(*)::integer from pg_stat_activity where datid is not null and usesysid is not null) as connections,
        current_setting('max_connections')::integer
          - current_setting('superuser_reserved_connections')::integer as "maxConnections",
        extract(epoch from clock_timestamp())::float8 as "nowSeconds"`.execute(connection);
    return { state: rows[0], before: sentAt, after: Date.now() };
  });
  if (!state) throw new Error('unreachable: the query has one row');
  return { ...state, clockOffsetSeconds: state.nowSeconds - (before + after) / 2000 };
}
