import { sql, type Kysely } from 'kysely';

import { deleteInBatches } from './delete-in-batches.ts';
import type { Logger } from './logger.ts';

/** Pauses before the sweeps of a prefix, from its deletion on: a frozen worker may still have a write on its way. */
export const SWEEP_AFTER_SECONDS = [0, 10, 60, 600, 3600] as const;

const RETRY_SECONDS = 10;

/** A table of objects to be deleted, with `sweep_count` and `next_sweep_at`. */
export interface SweepTable<Tables> {
  name: keyof Tables & string;
  /** Columns that name a row. */
  key: string[];
  /** Column with the moment of the deletion. */
  since: string;
  /** Most rows that one round takes. */
  batch: number;
  /** `sweep_count` does not fall below it when a sweep fails. */
  leastCount: number;
  /** Rows stay this long at least. */
  keepHours: number;
}

/**
 * Runs one round: calls `empty` for each row that is due, and deletes rows that have had all of their sweeps. A row is
 * moved to its next sweep before, so that one process takes it; a sweep that fails is due again soon. `toFields` names a
 * row in the log.
 */
export async function sweepObjects<Tables, Row>(
  deps: { db: Kysely<Tables>; logger: Logger; signal?: AbortSignal | undefined },
  table: SweepTable<Tables>,
  of: { empty: (row: Row) => Promise<void>; toFields: (row: Row) => object },
): Promise<void> {
  for (const row of await takeDue<Tables, Row>(deps.db, table)) {
    try {
      await of.empty(row);
    } catch (error) {
      deps.logger.warn(
        { err: error, ...of.toFields(row) },
        'orphaned objects could not be removed; will retry',
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
      select ${key} from ${sql.table(table.name)} where next_sweep_at <= now()
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
