import { getGameSettings, GRIDS, putGameSettings } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { getGrids, saveGrids } from './store.ts';

export function registerSettings(register: Register, { db }: { db: Db }): void {
  register(getGameSettings, async () => ({ data: { settings: { grids: await getGrids(db) } } }));

  register(putGameSettings, async ({ body }) => {
    const grids = GRIDS.filter((grid) => body.grids.includes(grid)); // each once, the smallest first
    await saveGrids(db, grids);
    return { data: { settings: { grids } } };
  });
}
