import type { Category } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';

/** All letters that have items, with the number of these, in the order of their code points. */
export async function listCategoriesWithItems(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .innerJoin('items', 'items.category_id', 'categories.id')
    .select(({ fn }) => ['categories.id', 'letter', fn.count<string>('items.id').as('itemCount')])
    .groupBy(['categories.id', 'letter'])
    .execute();
  return rows
    .map((row) => ({ id: row.id, letter: row.letter, itemCount: Number(row.itemCount) }))
    .sort((a, b) => (a.letter < b.letter ? -1 : 1));
}
