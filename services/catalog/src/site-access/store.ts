import type { catalog } from '@larksong/contracts';
import { setUnusableByOlder } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';

type Choice = Pick<catalog.SiteAccessChoice, 'visitors' | 'game'>;

/** What an older version says that is started on the database of a closed site, which it would open to everybody. */
const TO_GO_BACK = 'closed site, first run: larksong config --open-to-everybody';

/** Returns what superadmins chose. */
export async function findChoice(db: Db | Trx): Promise<Choice> {
  const row = await db
    .selectFrom('site_settings')
    .select(['visitors', 'game_visitors as game'])
    .executeTakeFirst();
  return row ?? { visitors: 'everybody', game: 'everybody' };
}

/** Saves what superadmins chose. */
export async function saveChoice(trx: Trx, { visitors, game }: Choice): Promise<void> {
  await trx
    .insertInto('site_settings')
    .values({ visitors, game_visitors: game })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ visitors, game_visitors: game }))
    .execute();
}

/** Makes versions that cannot close a site refuse the database of a closed one. */
export function keepOlderVersionsOut(db: Db | Trx, visitors: catalog.Visitors): Promise<void> {
  return setUnusableByOlder(db, TO_GO_BACK, visitors === 'nobody');
}
