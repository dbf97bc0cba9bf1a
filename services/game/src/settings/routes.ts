import { game } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { getGrids, saveGrids } from './store.ts';

/** Registers the calls that read and change the board sizes. */
export function registerSettings(register: Register, { db }: { db: Db }): void {
  register(game.getGameSettings, async () => ({ data: { settings: { grids: await getGrids(db) } } }));

  register(game.putGameSettings, async ({ body, record }) => {
    const grids = game.GRIDS.filter((grid) => body.grids.includes(grid)); // without duplicates, smallest first
    await db.transaction().execute(async (trx) => {
      const before = { grids: await getGrids(trx) };
      await saveGrids(trx, grids);
      await record(trx, { action: 'game.settings', before, after: { grids } });
    });
    return { data: { settings: { grids } } };
  });
}
