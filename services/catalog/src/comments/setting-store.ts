import type { catalog } from '@larksong/contracts';

import type { Db, Trx } from '../db/tables.ts';

/** Returns what superadmins have chosen about comments. */
export async function findSettings(db: Db | Trx): Promise<catalog.CommentSettings> {
  const row = await db
    .selectFrom('site_settings')
    .select(['comments as setting', 'comments_chosen as isChosen', 'comment_words as words'])
    .executeTakeFirst();
  return row ?? { setting: 'off', isChosen: false, words: [] };
}

/** Saves what a superadmin has chosen. */
export async function saveSettings(
  trx: Trx,
  { setting, isChosen, words }: catalog.CommentSettings,
): Promise<void> {
  const row = { comments: setting, comments_chosen: isChosen, comment_words: words };
  await trx
    .insertInto('site_settings')
    .values({ visitors: 'everybody', game_visitors: 'everybody', ...row })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}
