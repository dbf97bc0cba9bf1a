import { newId } from '@larksong/service-kit';

import type { CategoryRow, Db, Trx } from '../db/tables.ts';

/** Returns all letters, in no particular order. */
export async function listCategoryRows(db: Db): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().execute();
}

/** Returns the letter with this id, or undefined. */
export async function findCategory(db: Db | Trx, id: string): Promise<CategoryRow | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds a letter and returns it; undefined if it already exists. */
export async function createCategory(db: Db | Trx, letter: string): Promise<CategoryRow | undefined> {
  return db
    .insertInto('categories')
    .values({ id: newId(), letter })
    .onConflict((conflict) => conflict.column('letter').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Locks a letter, and with it everything that belongs to it, until the transaction ends; undefined if it does not exist.
 */
export async function lockCategory(trx: Trx, id: string): Promise<CategoryRow | undefined> {
  return trx.selectFrom('categories').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks a letter, adding it if it does not exist. Returns undefined if it was deleted at the same time. */
export async function lockLetter(trx: Trx, letter: string): Promise<CategoryRow | undefined> {
  return (
    (await createCategory(trx, letter)) ??
    trx.selectFrom('categories').selectAll().where('letter', '=', letter).forUpdate().executeTakeFirst()
  );
}

/** Deletes a letter with its items and the rows of their pictures and sounds. */
export async function deleteCategoryRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('categories').where('id', '=', id).execute();
}
