import type { SweepTable } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

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

/** The table of sweeps: from its first sweep on a folder cannot be kept any more. */
export const SWEEPS: SweepTable<Tables> = {
  name: 'sweeps',
  key: ['prefix'],
  since: 'since',
  batch: 50,
  leastCount: 1,
  keepHours: 0,
};
