import { because, game } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import { createCategory, listCategoryRows } from '../content/category-store.ts';
import { countNames } from '../content/item-store.ts';
import { toMark, type PackDb } from '../content/pack.ts';
import type { CategoryRow, Db } from '../db/tables.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { inPack } from '../files/pack-place.ts';
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
  register(game.listCategories, async ({ query }) => {
    const at = inPack(deps, query.pack);
    const reading = [listCategoryRows(at), countNames(at.db), getGrids(deps.db)] as const;
    const [rows, names, grids] = await Promise.all(reading);
    const categories = rows.map((row) => toCategory(row, names)).filter(({ itemCount }) => itemCount > 0);
    return { data: { categories: inOrder(categories, at.pack), grids } };
  });

  register(game.listWords, async ({ query }) => {
    const at = inPack(deps, query.pack);
    const [rows, names] = await Promise.all([listCategoryRows(at), countNames(at.db)]);
    const mediaOf = await describeMedia(at, rows);
    const letters = inOrder(rows, at.pack).map((row) => toLetterWords(row, names, mediaOf));
    return { data: { letters: letters.filter(({ words }) => words.length > 0) } };
  });

  registerAdminCategories(register, deps);
}

function registerAdminCategories(register: Register, deps: CategoryDeps): void {
  register(game.listAdminCategories, async ({ query }) => {
    const at = inPack(deps, query.pack);
    const [rows, names] = await Promise.all([listCategoryRows(at), countNames(at.db)]);
    const mediaOf = await describeMedia(at, rows);
    return {
      data: { categories: inOrder(rows, at.pack).map((row) => toAdminCategory(row, names, mediaOf)) },
    };
  });

  register(game.createCategory, async ({ query, body, record }) => {
    const at = inPack(deps, query.pack);
    const row = await addLetter(at, body.letter, record);
    const mediaOf = await describeMedia(at, [row]);
    return {
      message: `Letter ${row.letter} added.`,
      data: { category: toAdminCategory(row, [], mediaOf) },
    };
  });

  register(game.deleteCategory, async ({ params, query, record }) => {
    const { letter } = await deleteCategoryWithObjects(inPack(deps, query.pack), params.id, record);
    deps.onSweep();
    return { message: `Letter ${letter} and all its items deleted.` };
  });
}

async function addLetter({ db, pack }: PackDb, typed: string, record: RecordChange): Promise<CategoryRow> {
  const result = game.toLetter(typed, pack);
  if ('problem' in result) throw new AppError('VALIDATION_FAILED', result.problem);
  const { letter } = result;
  return db.transaction().execute(async (trx) => {
    const created = await createCategory(trx, { letter, pack });
    if (!created) throw new AppError('CATEGORY_TAKEN', because('letter.taken', { letter }));
    const subject = { id: created.id, name: created.letter };
    await record(trx, {
      action: 'letter.create',
      subject,
      ...(pack === game.OWN_PACK ? {} : { after: toMark(pack) }),
    });
    return created;
  });
}
