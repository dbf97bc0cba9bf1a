import type { status } from '@larksong/contracts';
import { sql, type Kysely } from 'kysely';

import { within } from '../within.ts';

const TIMEOUT_MS = 1500;

const AWAY: status.DatabaseStatus = {
  state: 'away',
  clockAheadMs: null,
  connections: null,
  maxConnections: null,
  pendingMigrations: [],
  unknownMigrations: [],
};

interface Row {
  now: Date;
  connections: number;
  maxConnections: number;
  done: string[];
}

/** Returns the state of a database; `migrations` are the names that this version knows. Never rejects. */
export async function probeDatabase<T>(
  db: Kysely<T>,
  migrations: readonly string[],
): Promise<status.DatabaseStatus> {
  try {
    const askedAt = Date.now();
    const { rows } = await within(TIMEOUT_MS, QUERY.execute(db));
    const [row] = rows;
    if (!row) throw new Error('unreachable: the query has one row');
    return {
      state: 'ok',
      clockAheadMs: clockAhead({ askedAt, answeredAt: Date.now(), theirs: row.now.getTime() }),
      connections: row.connections,
      maxConnections: row.maxConnections,
      pendingMigrations: migrations.filter((name) => !row.done.includes(name)),
      unknownMigrations: row.done.filter((name) => !migrations.includes(name)),
    };
  } catch {
    return AWAY;
  }
}

const QUERY = sql<Row>`
  select
    clock_timestamp() as now,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      as "maxConnections",
    array(select name from kysely_migration order by name) as done`;

/**
 * Returns how far this clock is ahead of another one that was read between two moments; 0 if they may agree.
 * Negative if it is behind.
 */
export function clockAhead(measured: { askedAt: number; answeredAt: number; theirs: number }): number {
  const { askedAt, answeredAt, theirs } = measured;
  if (theirs < askedAt) return askedAt - theirs;
  return theirs > answeredAt ? answeredAt - theirs : 0;
}
