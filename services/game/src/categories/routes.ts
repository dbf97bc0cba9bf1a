import { game } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import { createCategory, listCategoryRows } from '../content/category-store.ts';
import { countNames } from '../content/item-store.ts';
import type { CategoryRow, Db } from '../db/tables.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { getGrids } from '../settings/store.ts';
import { deleteCategoryWithObjects } from './delete-category.ts';
import { inOrder, toAdminCategory, toCategory, toLetterWords } from './describe-category.ts';

interface CategoryDeps extends GameFolders {
  db: Db;
  /** Called when objects must be removed. */
  onSweep: () => void;
}

/** Registers the letters: for players, and the calls that add and delete them. */
export function registerCategories(register: Register, deps: CategoryDeps): void {
  const { db } = deps;

  register(game.listCategories, async () => {
    const [rows, names, grids] = await Promise.all([listCategoryRows(db), countNames(db), getGrids(db)]);
    const categories = rows.map((row) => toCategory(row, names)).filter(({ itemCount }) => itemCount > 0);
    return { data: { categories: inOrder(categories), grids } };
  });

  register(game.listWords, async () => {
    const [rows, names] = await Promise.all([listCategoryRows(db), countNames(db)]);
    const mediaOf = await describeMedia(deps, rows);
    const letters = inOrder(rows).map((row) => toLetterWords(row, names, mediaOf));
    return { data: { letters: letters.filter(({ words }) => words.length > 0) } };
  });

  register(game.listAdminCategories, async () => {
    const [rows, names] = await Promise.all([listCategoryRows(db), countNames(db)]);
    const mediaOf = await describeMedia(deps, rows);
    return { data: { categories: inOrder(rows.map((row) => toAdminCategory(row, names, mediaOf))) } };
  });

  register(game.createCategory, async ({ body, record }) => {
    const row = await addLetter(db, body.letter, record);
    const mediaOf = await describeMedia(deps, [row]);
    return {
      message: `Letter ${row.letter} added.`,
      data: { category: toAdminCategory(row, [], mediaOf) },
    };
  });

  register(game.deleteCategory, async ({ params, record }) => {
    const { letter } = await deleteCategoryWithObjects(db, params.id, record);
    deps.onSweep();
    return { message: `Letter ${letter} and all its items deleted.` };
  });
}

async function addLetter(db: Db, typed: string, record: RecordChange): Promise<CategoryRow> {
  const result = game.toLetter(typed);
  if ('problem' in result) throw new AppError('VALIDATION_FAILED', { message: result.problem });
  const { letter } = result;
  return db.transaction().execute(async (trx) => {
    const created = await createCategory(trx, letter);
    if (!created) throw new AppError('CATEGORY_TAKEN', { message: `The letter ${letter} already exists.` });
    await record(trx, { action: 'letter.create', subject: { id: created.id, name: created.letter } });
    return created;
  });
}
