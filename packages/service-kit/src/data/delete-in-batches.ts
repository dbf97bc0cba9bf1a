import { sql, type Kysely, type RawBuilder } from 'kysely';

/** Small enough to stay well within the statement timeout, even if each row cascades to others. */
const BATCH_ROWS = 1000;

/**
 * Deletes the rows of a table that meet a condition, in batches of 1000 with a transaction each, and returns their
 * number. Locked rows stay for the next call, as do the remaining rows if `signal` is aborted.
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

/** Calls `batch` until it returns less than `limit` or `signal` is aborted; returns the sum. */
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
