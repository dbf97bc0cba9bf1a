import type { SweepTable } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

/** Much longer than any upload takes after its folder was recorded. */
const UNFINISHED_SECONDS = 600;

/** Records a folder before its first object is stored, so that a sweep empties it if the upload is not completed. */
export async function noteFolder(db: Db, prefix: string): Promise<void> {
  await db
    .insertInto('sweeps')
    .values({ prefix, next_sweep_at: sql`now() + make_interval(secs => ${UNFINISHED_SECONDS})` })
    .execute();
}

/** Keeps the objects of a recorded folder; returns false if a sweep was faster. */
export async function keepFolder(trx: Trx, prefix: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sweeps')
    .where('prefix', '=', prefix)
    .where('sweep_count', '=', 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Schedules folders to be emptied, each except for the object that it keeps. */
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

/** The table of sweeps. After its first sweep, a folder can no longer be kept. */
export const SWEEPS: SweepTable<Tables> = {
  name: 'sweeps',
  key: ['prefix'],
  since: 'since',
  batch: 50,
  leastCount: 1,
  keepHours: 0,
};
