import type { Language } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';

import { eachPackTables } from '../db/further-tables.ts';
import type { CategoryRow, Db, Trx } from '../db/tables.ts';
import type { PackDb } from './pack.ts';

/** A letter of a pack. */
export interface PackLetter {
  letter: string;
  pack: Language;
}

/** Returns all letters of a pack, in no particular order. */
export async function listCategoryRows({ db, pack }: PackDb): Promise<CategoryRow[]> {
  return db.selectFrom('categories').selectAll().where('language', '=', pack).execute();
}

/** Returns the number of letters of each pack that has any. */
export async function countLetters(db: Db): Promise<Map<Language, number>> {
  const found = eachPackTables(db).map((tables) =>
    tables
      .selectFrom('categories')
      .select(({ fn }) => ['language', fn.countAll<string>().as('count')])
      .groupBy('language')
      .execute(),
  );
  const rows = (await Promise.all(found)).flat();
  return new Map(rows.map(({ language, count }) => [language, Number(count)]));
}

/** Returns the letter with this id, or undefined. */
export async function findCategory(db: Db | Trx, id: string): Promise<CategoryRow | undefined> {
  return db.selectFrom('categories').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Adds a letter and returns it; undefined if it already exists. */
export async function createCategory(
  db: Db | Trx,
  { letter, pack }: PackLetter,
): Promise<CategoryRow | undefined> {
  return db
    .insertInto('categories')
    .values({ id: newId(), letter, language: pack })
    .onConflict((conflict) => conflict.doNothing())
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
export async function lockLetter(trx: Trx, of: PackLetter): Promise<CategoryRow | undefined> {
  return (
    (await createCategory(trx, of)) ??
    trx
      .selectFrom('categories')
      .selectAll()
      .where('language', '=', of.pack)
      .where('letter', '=', of.letter)
      .forUpdate()
      .executeTakeFirst()
  );
}

/** Deletes a letter with its items and the rows of their pictures and sounds. */
export async function deleteCategoryRow(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('categories').where('id', '=', id).execute();
}
