import type { Db, Trx } from '../db/tables.ts';

/** Returns whether what teachers upload waits for an approval. */
export async function hasApprovals(db: Db | Trx): Promise<boolean> {
  const row = await db.selectFrom('site_settings').select('has_approvals').executeTakeFirst();
  return row?.has_approvals ?? true;
}

/** Chooses it. */
export async function saveHasApprovals(trx: Trx, isOn: boolean): Promise<void> {
  await trx
    .insertInto('site_settings')
    .values({ visitors: 'everybody', game_visitors: 'everybody', has_approvals: isOn })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ has_approvals: isOn }))
    .execute();
}
