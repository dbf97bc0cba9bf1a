import { sql } from 'kysely';

import type { Standing } from '../db/list-link-tables.ts';
import type { Db, Trx } from '../db/tables.ts';

/** Returns what a maker of links was when auth last said it; `none` if it never did. */
export async function findStanding(db: Db | Trx, id: string): Promise<Standing> {
  const row = await db
    .selectFrom('song_list_makers')
    .select('standing')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.standing ?? 'none';
}

/** Saves what an account is. Writes only a change. */
export async function saveStanding(db: Db | Trx, id: string, standing: Standing): Promise<void> {
  await db
    .insertInto('song_list_makers')
    .values({ id, standing })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ standing })
        .where(sql<boolean>`song_list_makers.standing <> excluded.standing`),
    )
    .execute();
}

/** Saves what an account is unless auth has said it before. */
export async function noteStanding(trx: Trx, id: string, standing: Standing): Promise<void> {
  await trx
    .insertInto('song_list_makers')
    .values({ id, standing })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
