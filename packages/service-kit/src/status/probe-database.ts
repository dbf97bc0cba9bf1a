import type { status } from '@larksong/contracts';
import { sql, type Kysely } from 'kysely';

import { isMark } from '../data/older-versions.ts';
import { within } from '../limits/within.ts';
import { rootOf } from './root-of.ts';

const TIMEOUT_MS = 1500;

const UNKNOWN: Omit<status.DatabaseStatus, 'state' | 'problem'> = {
  clockAheadMs: null,
  connections: null,
  maxConnections: null,
  pendingMigrations: [],
  unknownMigrations: [],
  withoutLetters: null,
};

interface Row {
  now: Date;
  connections: number;
  maxConnections: number;
  done: string[];
  withoutLetters: status.DatabaseStatus['withoutLetters'];
}

/** Codes of Postgres for a wrong user or password, a missing database and a missing right. */
const REFUSED = /^(28...|3D000|42501)$/;
/** The code for a missing table: no migration has been made. */
const EMPTY = '42P01';

/** Returns the state of a database; `migrations` are the names that this version knows. Never rejects. */
export async function probeDatabase<T>(
  db: Kysely<T>,
  migrations: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<status.DatabaseStatus> {
  try {
    const askedAt = Date.now();
    const { rows } = await within(timeoutMs, QUERY.execute(db));
    const [row] = rows;
    if (!row) throw new Error('unreachable: the query has one row');
    return {
      state: 'ok',
      problem: null,
      clockAheadMs: clockAhead({ askedAt, answeredAt: Date.now(), theirs: row.now.getTime() }),
      connections: row.connections,
      maxConnections: row.maxConnections,
      pendingMigrations: migrations.filter((name) => !row.done.includes(name)),
      unknownMigrations: row.done.filter((name) => !migrations.includes(name) && !isMark(name)),
      withoutLetters: row.withoutLetters,
    };
  } catch (error) {
    const { code, problem } = rootOf(error);
    if (code === EMPTY) return { ...UNKNOWN, state: 'ok', problem: null, pendingMigrations: [...migrations] };
    return { ...UNKNOWN, state: REFUSED.test(code) ? 'refused' : 'away', problem };
  }
}

const QUERY = sql<Row>`
  select
    clock_timestamp() as now,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      as "maxConnections",
    array(select name from kysely_migration order by name) as done,
    (select json_build_object('database', datname, 'owner', pg_get_userbyid(datdba)) from pg_database
      where datname = current_database() and datctype in ('C', 'POSIX')) as "withoutLetters"`;

/**
 * Returns how far this clock is ahead of another one that was read between two moments; 0 if they may agree.
 * Negative if it is behind.
 */
export function clockAhead(measured: { askedAt: number; answeredAt: number; theirs: number }): number {
  const { askedAt, answeredAt, theirs } = measured;
  if (theirs < askedAt) return askedAt - theirs;
  return theirs > answeredAt ? answeredAt - theirs : 0;
}
