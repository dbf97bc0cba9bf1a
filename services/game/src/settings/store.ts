import type { game } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';

const DEFAULT_GRIDS: readonly game.Grid[] = ['2x2'];

/** Returns the grids that players can choose. */
export async function getGrids(db: Db): Promise<game.Grid[]> {
  const row = await db.selectFrom('settings').select('grids').executeTakeFirst();
  return row?.grids ?? [...DEFAULT_GRIDS];
}

/** Saves the grids that players can choose. */
export async function saveGrids(db: Db, grids: game.Grid[]): Promise<void> {
  await db
    .insertInto('settings')
    .values({ grids })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ grids }))
    .execute();
}
