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
  isReadOnly: false,
  missingTables: [],
  lockedTables: [],
};

interface Row {
  now: Date;
  connections: number;
  maxConnections: number;
  withoutLetters: status.DatabaseStatus['withoutLetters'];
  isReadOnly: boolean;
  missingTables: string[];
  lockedTables: NonNullable<status.DatabaseStatus['lockedTables']>;
}

/** Codes of Postgres for a wrong user or password, a missing database and a missing right. */
const REFUSED = /^(28...|3D000|42501)$/;
/** The code for a missing table: no migration has been made. */
const EMPTY = '42P01';
const RECORD = 'kysely_migration';

interface Known {
  /** The names of the migrations that this version has. */
  migrations: readonly string[];
  /** The tables that they make. */
  tables: readonly string[];
  timeoutMs?: number;
}

/** Returns the state of a database. Never rejects. */
export async function probeDatabase<T>(
  db: Kysely<T>,
  { migrations, tables, timeoutMs = TIMEOUT_MS }: Known,
): Promise<status.DatabaseStatus> {
  try {
    const askedAt = Date.now();
    const { rows } = await within(timeoutMs, askServer(tables).execute(db));
    const [row] = rows;
    if (!row) throw new Error('unreachable: the query has one row');
    const { now, missingTables, ...rest } = row;
    const clockAheadMs = clockAhead({ askedAt, answeredAt: Date.now(), theirs: now.getTime() });
    const done = await readMigrations(db, { lockedTables: row.lockedTables, timeoutMs });
    const pendingMigrations = migrations.filter((name) => done && !done.includes(name));
    return {
      state: 'ok',
      problem: null,
      ...rest,
      clockAheadMs,
      pendingMigrations,
      unknownMigrations: (done ?? []).filter((name) => !migrations.includes(name) && !isMark(name)),
      missingTables: pendingMigrations.length > 0 ? [] : missingTables, // they will make them
    };
  } catch (error) {
    const { code, problem } = rootOf(error);
    if (code === EMPTY) return { ...UNKNOWN, state: 'ok', problem: null, pendingMigrations: [...migrations] };
    return { ...UNKNOWN, state: REFUSED.test(code) ? 'refused' : 'away', problem };
  }
}

/** Returns the migrations that were made; undefined if their table is locked, since the query would wait. */
async function readMigrations<T>(
  db: Kysely<T>,
  { lockedTables, timeoutMs }: { lockedTables: Row['lockedTables']; timeoutMs: number },
): Promise<string[] | undefined> {
  if (lockedTables.some(({ name }) => name === RECORD)) return undefined;
  const query = sql<{ name: string }>`select name from ${sql.table(RECORD)} order by name`;
  const { rows } = await within(timeoutMs, query.execute(db));
  return rows.map(({ name }) => name);
}

/** Reads nothing from the tables of the site, so that no lock can hold it up. A session that migrates is not told of. */
function askServer(tables: readonly string[]) {
  return sql<Row>`
  select
    clock_timestamp() as now,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      as "maxConnections",
    (select json_build_object('database', datname, 'owner', pg_get_userbyid(datdba)) from pg_database
      where datname = current_database() and datctype in ('C', 'POSIX')) as "withoutLetters",
    current_setting('transaction_read_only') = 'on' as "isReadOnly",
    array(select name from unnest(${tables}::text[]) as name where to_regclass(quote_ident(name)) is null)
      as "missingTables",
    (select coalesce(json_agg(locked), '[]') from (
      select relname as name, a.pid, application_name as program,
        extract(epoch from clock_timestamp() - xact_start)::integer as seconds
      from pg_locks l join pg_class c on c.oid = relation join pg_stat_activity a on a.pid = l.pid
      where granted and locktype = 'relation' and mode in ('ExclusiveLock', 'AccessExclusiveLock')
        and l.database = (select oid from pg_database where datname = current_database())
        and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and xact_start < clock_timestamp() - interval '10 seconds'
        and not exists (select from pg_locks other where other.pid = l.pid and other.locktype = 'advisory')
      order by seconds desc limit 5
    ) as locked) as "lockedTables"`;
}

/**
 * Returns how far this clock is ahead of another one that was read between two moments; 0 if they may agree.
 * Negative if it is behind.
 */
export function clockAhead(measured: { askedAt: number; answeredAt: number; theirs: number }): number {
  const { askedAt, answeredAt, theirs } = measured;
  if (theirs < askedAt) return askedAt - theirs;
  return theirs > answeredAt ? answeredAt - theirs : 0;
}
