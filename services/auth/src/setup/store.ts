import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import { usernameKey } from '../users/account.ts';

const OPEN_FOR = sql`interval '1 day'`;

/** The choices for the launcher. */
export interface Chosen {
  publicUrl: string;
  storageFolder: string;
  superadminId: string;
}

/**
 * Records the first start. A site that had accounts before this version has been set up; a site without a superadmin is
 * open for another day with each start, since nobody could use it otherwise.
 */
export async function recordStart(db: Db): Promise<void> {
  const finishedAt = sql<Date | null>`case when exists (select from users) then now() end`;
  await db
    .insertInto('setup')
    .values({ finished_at: finishedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('setup')
    .set({ opened_at: sql`now()` })
    .where('finished_at', 'is', null)
    .where('opened_at', '<', sql<Date>`now() - ${OPEN_FOR}`)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users').select('users.id').where('role', '=', 'superadmin'))),
    )
    .execute();
}

/** Returns when the page was opened, or undefined if it was used or its day is over. Locks it with a transaction. */
export async function findOpenedAt(db: Db | Trx): Promise<Date | undefined> {
  const row = await db
    .selectFrom('setup')
    .select('opened_at')
    .where('finished_at', 'is', null)
    .where('opened_at', '>', sql<Date>`now() - ${OPEN_FOR}`)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row?.opened_at;
}

/** Closes the page permanently. */
export async function markFinished(trx: Trx, chosen: Chosen): Promise<void> {
  await trx
    .updateTable('setup')
    .set({
      finished_at: new Date(),
      public_url: chosen.publicUrl,
      storage_folder: chosen.storageFolder,
      superadmin_id: chosen.superadminId,
    })
    .execute();
}

/** Returns the choices, or undefined if the page was not used. */
export async function findChosen(db: Db) {
  return db
    .selectFrom('setup')
    .innerJoin('users', 'users.id', 'setup.superadmin_id')
    .select(['public_url', 'storage_folder', 'users.email', 'users.username'])
    .where('public_url', 'is not', null)
    .executeTakeFirst();
}

/** Returns the superadmin that the first start generated, or undefined. */
export async function findGenerated(db: Db | Trx) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('role', '=', 'superadmin')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Gives an account a new name and password, with a confirmed email. */
export async function replaceAccount(
  trx: Trx,
  id: string,
  account: { email: string; username: string; passwordHash: string; displayName: string | null },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: account.email,
      username: account.username,
      username_key: usernameKey(account.username),
      display_name: account.displayName,
      password_hash: account.passwordHash,
      email_verified_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}
