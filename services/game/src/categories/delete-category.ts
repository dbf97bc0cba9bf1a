import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import { deleteCategoryRow, lockCategory } from '../content/category-store.ts';
import { listItemsOfCategory } from '../content/item-store.ts';
import { listFoldersOfCategory } from '../content/media-store.ts';
import { toMark, type PackDb } from '../content/pack.ts';
import type { CategoryRow } from '../db/tables.ts';
import { emptyFolders } from '../sweeps/store.ts';

/**
 * Deletes a letter with everything that belongs to it and returns it; its objects are swept afterwards. Throws
 * CATEGORY_NOT_FOUND.
 */
export async function deleteCategoryWithObjects(
  { db, pack }: PackDb,
  id: string,
  record: RecordChange,
): Promise<CategoryRow> {
  return db.transaction().execute(async (trx) => {
    const category = await lockCategory(trx, id);
    if (!category) throw new AppError('CATEGORY_NOT_FOUND');
    await emptyFolders(trx, await listFoldersOfCategory(trx, id));
    const cards = await listItemsOfCategory(trx, id);
    await deleteCategoryRow(trx, id);
    await record(trx, {
      action: 'letter.delete',
      subject: { id, name: category.letter },
      before: { names: [...new Set(cards.map(({ name }) => name))], ...toMark(pack) },
    });
    return category;
  });
}
