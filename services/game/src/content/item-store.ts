import type { game } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db, ItemRow, Trx } from '../db/tables.ts';
import type { PackDb } from './pack.ts';

export interface LetterItem {
  id: string;
  type: game.ItemType;
  name: string;
  letter: string;
  categoryId: string;
}

function selectItems(db: Db | Trx) {
  return db
    .selectFrom('items')
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .select(['items.id', 'type', 'name', 'letter', 'category_id as categoryId']);
}

/** Returns all items of the given letters that exist in a pack. */
export async function listItemsOfLetters({ db, pack }: PackDb, letters: string[]): Promise<LetterItem[]> {
  if (letters.length === 0) return [];
  return selectItems(db)
    .where('language', '=', pack)
    .where('letter', 'in', letters)
    .orderBy('items.id')
    .execute();
}

/** Returns the items of a letter, in no particular order. */
export async function listItemsOfCategory(db: Db | Trx, categoryId: string): Promise<LetterItem[]> {
  return selectItems(db).where('category_id', '=', categoryId).execute();
}

/** Returns the item with this id and its letter, or undefined. */
export async function findItem(db: Db | Trx, id: string): Promise<LetterItem | undefined> {
  return selectItems(db).where('items.id', '=', id).executeTakeFirst();
}

export interface NameCount {
  categoryId: string;
  name: string;
  count: number;
}

/** Returns the number of items of each name of each letter, or of one letter. */
export async function countNames(db: Db, categoryId?: string): Promise<NameCount[]> {
  const rows = await db
    .selectFrom('items')
    .select(({ fn }) => ['category_id as categoryId', 'name', fn.countAll<string>().as('count')])
    .$if(categoryId !== undefined, (query) => query.where('category_id', '=', categoryId ?? ''))
    .groupBy(['category_id', 'name'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Returns the packs that have pairs, with the number of these and of their letters, in no particular order. */
export async function listPairCounts(db: Db): Promise<game.Pack[]> {
  const found = eachPackTables(db).map((tables) =>
    tables
      .selectFrom(
        tables
          .selectFrom('items')
          .innerJoin('categories', 'categories.id', 'items.category_id')
          .select(['language', 'category_id', 'name'])
          .groupBy(['language', 'category_id', 'name'])
          .having(({ fn }) => fn.countAll(), '>', 1)
          .as('pairs'),
      )
      .select(({ fn }) => [
        'language',
        fn.count<string>('category_id').distinct().as('letters'),
        fn.countAll<string>().as('pairs'),
      ])
      .groupBy('language')
      .execute(),
  );
  return (await Promise.all(found)).flat().map(({ language, letters, pairs }) => ({
    language,
    letterCount: Number(letters),
    pairCount: Number(pairs),
  }));
}

/** Adds items to a letter and returns them. */
export async function createItems(
  trx: Trx,
  categoryId: string,
  items: { type: game.ItemType; name: string }[],
): Promise<ItemRow[]> {
  if (items.length === 0) return [];
  return trx
    .insertInto('items')
    .values(items.map((item) => ({ id: newId(), category_id: categoryId, ...item })))
    .returningAll()
    .execute();
}

/** Deletes an item and returns whether it was the last one of its name. The caller has locked the letter. */
export async function deleteItemRow(trx: Trx, item: LetterItem): Promise<{ wasLast: boolean }> {
  await trx.deleteFrom('items').where('id', '=', item.id).execute();
  const other = await trx
    .selectFrom('items')
    .select('id')
    .where('category_id', '=', item.categoryId)
    .where('name', '=', item.name)
    .limit(1)
    .executeTakeFirst();
  return { wasLast: other === undefined };
}
