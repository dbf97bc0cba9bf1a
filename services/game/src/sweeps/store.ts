import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** Pauses before the sweeps of a folder: a frozen worker may still have had a write on its way. */
export const SWEEP_AFTER_SECONDS = [0, 10, 60, 600, 3600] as const;
/** Much longer than any upload takes from here on. */
const UNFINISHED_SECONDS = 600;

/** Notes a folder before the first object is put into it, so that a sweep empties it if nothing comes of it. */
export async function noteFolder(db: Db, prefix: string): Promise<void> {
  await db
    .insertInto('sweeps')
    .values({ prefix, next_sweep_at: sql`now() + make_interval(secs => ${UNFINISHED_SECONDS})` })
    .execute();
}

/** Makes a noted folder's objects stay; false when a sweep has been faster. */
export async function keepFolder(trx: Trx, prefix: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sweeps')
    .where('prefix', '=', prefix)
    .where('sweep_count', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Has folders emptied, each but for the object that it is to keep. */
export async function emptyFolders(
  db: Db | Trx,
  folders: { prefix: string; keep?: string }[],
): Promise<void> {
  if (folders.length === 0) return;
  const now = sql<Date>`now()`;
  await db
    .insertInto('sweeps')
    .values(folders.map(({ prefix, keep = null }) => ({ prefix, keep })))
    .onConflict((conflict) =>
      conflict.column('prefix').doUpdateSet({
        keep: (eb) => eb.ref('excluded.keep'),
        since: now,
        sweep_count: 0,
        next_sweep_at: now,
      }),
    )
    .execute();
}

export interface DueSweep {
  prefix: string;
  keep: string | null;
}

/** Folders that are to be swept now; each is moved to its next sweep, so that one process takes it. */
export async function takeDueSweeps(db: Db): Promise<DueSweep[]> {
  const pauses = sql`(array[${sql.join(SWEEP_AFTER_SECONDS.map(Number))}]::integer[])`;
  const { rows } = await sql<DueSweep>`
    update sweeps set
      sweep_count = sweep_count + 1,
      next_sweep_at = greatest(now(), since + make_interval(secs => coalesce(${pauses}[sweep_count + 2], 1000000000)))
    where prefix in (
      select prefix from sweeps where next_sweep_at <= now() order by next_sweep_at limit 50 for update skip locked
    )
    returning prefix, keep`.execute(db);
  return rows;
}

/** Makes a sweep that did not succeed due again soon. */
export async function retrySweep(db: Db, prefix: string): Promise<void> {
  await db
    .updateTable('sweeps')
    .set({
      sweep_count: sql`greatest(sweep_count - 1, 1)`, // from 1 on it cannot be kept any more
      next_sweep_at: sql`now() + interval '10 seconds'`,
    })
    .where('prefix', '=', prefix)
    .execute();
}

export async function dropFinishedSweeps(db: Db, signal?: AbortSignal): Promise<void> {
  const where = sql`sweep_count >= ${SWEEP_AFTER_SECONDS.length}`;
  await deleteInBatches(db, { table: 'sweeps', where, signal });
}
