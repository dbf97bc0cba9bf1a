import { game } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import { toAdminCategory } from '../categories/describe-category.ts';
import { findCategory, lockCategory } from '../content/category-store.ts';
import * as store from '../content/item-store.ts';
import type { LetterItem } from '../content/item-store.ts';
import { listFoldersOfName, deleteMediaRows } from '../content/media-store.ts';
import { toName } from '../content/name.ts';
import { toMark, type PackDb } from '../content/pack.ts';
import type { Db } from '../db/tables.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { inPack } from '../files/pack-place.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { compareItemsIn, describeItem, toAdminItem } from './describe-item.ts';
import { lockItem } from './lock-item.ts';

interface ItemDeps extends GameFolders {
  db: Db;
  /** Called when objects must be removed. */
  onSweep: () => void;
}

/** Registers the calls that list, add and delete the items of a letter. */
export function registerItems(register: Register, deps: ItemDeps): void {
  register(game.listCategoryItems, async ({ params, query }) => {
    const at = inPack(deps, query.pack);
    const { db, pack } = at;
    const category = await findCategory(db, params.id);
    if (!category) throw new AppError('CATEGORY_NOT_FOUND');
    const [items, names, mediaOf] = await Promise.all([
      store.listItemsOfCategory(db, category.id),
      store.countNames(db, category.id),
      describeMedia(at, [category]),
    ]);
    return {
      data: {
        items: items.toSorted(compareItemsIn(pack)).map((item) => toAdminItem(item, { mediaOf, pack })),
        category: toAdminCategory(category, names, mediaOf),
      },
    };
  });

  register(game.createItem, async ({ query, body, record }) => {
    const result = toName(body.name);
    if ('problem' in result) throw new AppError('VALIDATION_FAILED', result.problem);
    const at = inPack(deps, query.pack);
    const item = await addItem(at, { ...body, name: result.name }, record);
    return { data: { item: await describeItem(at, item) } };
  });

  register(game.deleteItem, async ({ params, query, record }) => {
    await deleteItemWithObjects(inPack(deps, query.pack), params.id, record);
    deps.onSweep();
    return { message: 'Item deleted.' };
  });
}

async function addItem(
  { db, pack }: PackDb,
  wanted: { categoryId: string; type: game.ItemType; name: string },
  record: RecordChange,
): Promise<LetterItem> {
  return db.transaction().execute(async (trx) => {
    const category = await lockCategory(trx, wanted.categoryId);
    if (!category) throw new AppError('CATEGORY_NOT_FOUND');
    const [row] = await store.createItems(trx, category.id, [{ type: wanted.type, name: wanted.name }]);
    if (!row) throw new Error('the new item was not returned');
    const { id, type, name } = row;
    await record(trx, {
      action: 'card.create',
      subject: { id, name },
      after: { letter: category.letter, type, ...toMark(pack) },
    });
    return { id, type, name, letter: category.letter, categoryId: row.category_id };
  });
}

async function deleteItemWithObjects({ db, pack }: PackDb, id: string, record: RecordChange): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const item = await lockItem(trx, id);
    const { wasLast } = await store.deleteItemRow(trx, item);
    if (wasLast) {
      await emptyFolders(trx, await listFoldersOfName(trx, item));
      await deleteMediaRows(trx, item);
    }
    const { name, letter, type } = item;
    await record(trx, {
      action: 'card.delete',
      subject: { id, name },
      before: { letter, type, ...toMark(pack) },
    });
  });
}
