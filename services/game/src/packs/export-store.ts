import { sql } from 'kysely';

import { LETTER_ITSELF } from '../content/media-store.ts';
import type { PackDb } from '../content/pack.ts';
import type { ItemRow } from '../db/tables.ts';

/** A name of a letter with its cards, and the objects of its picture and sound, if it has any. */
export interface ExportedName {
  letter: string;
  name: string;
  cards: ItemRow['type'][];
  picture_key: string | null;
  sound_key: string | null;
  /** The uploaded sound that says the letter itself. */
  letter_key: string | null;
}

/** Returns a snapshot of all names of a pack, in no particular order. */
export async function listExported({ db, pack }: PackDb): Promise<ExportedName[]> {
  return db
    .selectFrom('items')
    .innerJoin('categories', 'categories.id', 'items.category_id')
    .leftJoin('pictures', (join) =>
      join.onRef('pictures.category_id', '=', 'items.category_id').onRef('pictures.name', '=', 'items.name'),
    )
    .leftJoin('sounds', (join) =>
      join.onRef('sounds.category_id', '=', 'items.category_id').onRef('sounds.name', '=', 'items.name'),
    )
    .leftJoin('sounds as spoken', (join) =>
      join.onRef('spoken.category_id', '=', 'items.category_id').on('spoken.name', '=', LETTER_ITSELF),
    )
    .select([
      'letter',
      'items.name',
      sql<ItemRow['type'][]>`array_agg(${sql.ref('items.type')})`.as('cards'),
      'pictures.key as picture_key',
      'sounds.key as sound_key',
      'spoken.key as letter_key',
    ])
    .where('language', '=', pack)
    .groupBy(['letter', 'items.name', 'pictures.key', 'sounds.key', 'spoken.key'])
    .execute();
}
