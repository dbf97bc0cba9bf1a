import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Few enough for a batch to be far from the limit of a statement, also where other rows go with each. */
const BATCH_ROWS = 1000;

/**
 * Deletes the rows of a table that meet a condition, in batches of 1000 that are transactions of their own, and returns
 * their number. Rows that somebody else has locked stay for the next time, as does the rest when `signal` is aborted.
 */
export async function deleteInBatches<Tables>(
  db: Kysely<Tables>,
  rows: { table: keyof Tables & string; where: RawBuilder<unknown>; signal?: AbortSignal | undefined },
): Promise<number> {
  const table = sql.table(rows.table);
  return repeatBatches(rows.signal, async (limit) => {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${rows.where} limit ${limit} for update skip locked
      ))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/** Calls `batch` until it has done less than `limit` or `signal` is aborted; returns how much it has done in all. */
export async function repeatBatches(
  signal: AbortSignal | undefined,
  batch: (limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await batch(BATCH_ROWS);
    total += done;
    if (done < BATCH_ROWS || signal?.aborted) return total;
  }
}
