import type { catalog } from '@larksong/contracts';
import { setUnusableByOlder } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';

type Choice = Omit<catalog.SiteAccessChoice, 'decided'>;

/** What an older version says that is started on the database of a closed site, which it would open to everybody. */
const TO_GO_BACK = 'closed site, first run: larksong config --open-to-everybody';

/** Returns what superadmins chose. */
export async function findChoice(db: Db | Trx): Promise<Choice> {
  const row = await db
    .selectFrom('site_settings')
    .select(['visitors', 'game_visitors as game', 'closed_links as links'])
    .executeTakeFirst();
  return row ?? { visitors: 'everybody', game: 'everybody', links: 'nobody' };
}

/** Saves what superadmins chose. */
export async function saveChoice(trx: Trx, { visitors, game, links }: Choice): Promise<void> {
  const row = { visitors, game_visitors: game, closed_links: links };
  await trx
    .insertInto('site_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

/** Makes versions that cannot close a site refuse the database of a closed one. */
export function keepOlderVersionsOut(db: Db | Trx, visitors: catalog.Visitors): Promise<void> {
  return setUnusableByOlder(db, TO_GO_BACK, visitors === 'nobody');
}
