import type { game } from '@larksong/contracts';

import type { Db, Trx } from '../db/tables.ts';

const DEFAULT_GRIDS: readonly game.Grid[] = ['2x2'];

/** Returns the grids that players can choose. */
export async function getGrids(db: Db | Trx): Promise<game.Grid[]> {
  const row = await db.selectFrom('settings').select('grids').executeTakeFirst();
  return row?.grids ?? [...DEFAULT_GRIDS];
}

/** Saves the grids that players can choose. */
export async function saveGrids(trx: Trx, grids: game.Grid[]): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ grids })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ grids }))
    .execute();
}
