import { AppError } from '@larksong/service-kit';

import { lockCategory } from '../content/category-store.ts';
import { findItem, type LetterItem } from '../content/item-store.ts';
import type { Trx } from '../db/tables.ts';

/** Returns an item and locks its letter until the transaction ends. Throws ITEM_NOT_FOUND. */
export async function lockItem(trx: Trx, id: string): Promise<LetterItem> {
  const seen = await findItem(trx, id);
  if (!seen || !(await lockCategory(trx, seen.categoryId))) throw new AppError('ITEM_NOT_FOUND');
  const item = await findItem(trx, id); // it may have been deleted during the wait for the lock
  if (!item) throw new AppError('ITEM_NOT_FOUND');
  return item;
}
