import { sql, type Kysely } from 'kysely';

import { deleteInBatches } from './delete-in-batches.ts';
import type { Logger } from '../base/logger.ts';
import { areObjectsFree } from './objects-held.ts';

/** Seconds before each sweep of a deleted prefix: a frozen worker may still have a write in flight. */
const SWEEP_AFTER_SECONDS = [0, 10, 60, 600, 3600] as const;

const RETRY_SECONDS = 10;

/** A table of objects to delete, with `sweep_count` and `next_sweep_at`. */
export interface SweepTable<Tables> {
  name: keyof Tables & string;
  /** Columns that identify a row. */
  key: string[];
  /** Column with the time of the deletion. */
  since: string;
  /** Maximum number of rows in one round. */
  batch: number;
  /** Lower bound of `sweep_count` after a failed sweep. */
  leastCount: number;
  /** Minimum lifetime of a row. */
  keepHours: number;
}

/**
 * Runs one round: calls `empty` for each due row, and deletes rows after their last sweep. A row is first moved to its
 * next sweep, so that only one process takes it; a failed sweep is due again soon. While a backup keeps the objects, no row
 * is taken. `toFields` returns the log fields of a row.
 */
export async function sweepObjects<Tables, Row>(
  deps: { db: Kysely<Tables>; logger: Logger; signal?: AbortSignal | undefined },
  table: SweepTable<Tables>,
  of: {
    empty: (row: Row) => Promise<void>;
    toFields: (row: Row) => object;
    /** The log line of a failure. */
    failure?: string;
  },
): Promise<void> {
  for (const row of await takeDue<Tables, Row>(deps.db, table)) {
    try {
      await of.empty(row);
    } catch (error) {
      deps.logger.warn(
        { err: error, ...of.toFields(row) },
        of.failure ?? 'orphaned objects could not be removed; will retry',
      );
      await retry(deps.db, table, row);
    }
  }
  await deleteInBatches(deps.db, {
    table: table.name,
    where: sql`${sql.ref(table.since)} < now() - make_interval(hours => ${table.keepHours})
      and sweep_count >= ${SWEEP_AFTER_SECONDS.length}`,
    signal: deps.signal,
  });
}

async function takeDue<Tables, Row>(db: Kysely<Tables>, table: SweepTable<Tables>): Promise<Row[]> {
  const pauses = sql`(array[${sql.join(SWEEP_AFTER_SECONDS.map(Number))}]::integer[])`;
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const { rows } = await sql<Row>`
    update ${sql.table(table.name)} set
      sweep_count = sweep_count + 1,
      next_sweep_at = greatest(
        now(),
        ${sql.ref(table.since)} + make_interval(secs => coalesce(${pauses}[sweep_count + 2], 1000000000))
      )
    where (${key}) in (
      select ${key} from ${sql.table(table.name)} where next_sweep_at <= now() and ${areObjectsFree()}
      order by next_sweep_at limit ${table.batch} for update skip locked
    )
    returning *`.execute(db);
  return rows;
}

async function retry<Tables, Row>(db: Kysely<Tables>, table: SweepTable<Tables>, row: Row): Promise<void> {
  const values = row as Record<string, unknown>; // a row of the table
  const isRow = table.key.map((column) => sql`${sql.ref(column)} = ${values[column]}`);
  await sql`
    update ${sql.table(table.name)} set
      sweep_count = greatest(sweep_count - 1, ${table.leastCount}),
      next_sweep_at = now() + make_interval(secs => ${RETRY_SECONDS})
    where ${sql.join(isRow, sql` and `)}`.execute(db);
}
