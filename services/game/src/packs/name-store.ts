import type { Db, SoundJobRow, Trx } from '../db/tables.ts';

interface StoredMedium {
  id: string;
  key: string;
  source_hash: string | null;
}

/** What the site has of a name. */
export interface NameState {
  hasCards: boolean;
  picture: StoredMedium | undefined;
  /** The sound that plays. */
  sound: StoredMedium | undefined;
  /** The latest upload of a sound, until it is prepared; a failed one stays. */
  job: Pick<SoundJobRow, 'id' | 'source_hash' | 'state' | 'error'> | undefined;
}

/** Returns what the site has of a name. */
export async function findNameState(
  db: Db | Trx,
  { letter, name }: { letter: string; name: string },
): Promise<NameState> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where('letter', '=', letter)
    .executeTakeFirst();
  if (!category) return { hasCards: false, picture: undefined, sound: undefined, job: undefined };
  const card = await db
    .selectFrom('items')
    .select('id')
    .where('category_id', '=', category.id)
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst();
  const findMedium = (table: 'pictures' | 'sounds') =>
    db
      .selectFrom(table)
      .select(['id', 'key', 'source_hash'])
      .where('category_id', '=', category.id)
      .where('name', '=', name)
      .executeTakeFirst();
  const job = await db
    .selectFrom('sound_jobs')
    .select(['id', 'source_hash', 'state', 'error'])
    .where('category_id', '=', category.id)
    .where('name', '=', name)
    .executeTakeFirst();
  return {
    hasCards: card !== undefined,
    picture: await findMedium('pictures'),
    sound: await findMedium('sounds'),
    job,
  };
}
