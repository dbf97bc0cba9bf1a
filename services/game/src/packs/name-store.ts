import { sql } from 'kysely';

import type { PackLetter } from '../content/category-store.ts';
import type { Db, SoundJobRow, Trx } from '../db/tables.ts';

interface StoredMedium {
  id: string;
  key: string;
  source_hash: string | null;
}

/** What the site has of a name. */
export interface NameState {
  hasCards: boolean;
  picture: StoredMedium | null;
  /** The sound that plays. */
  sound: StoredMedium | null;
  /** The latest upload of a sound, until it is prepared; a failed one stays. */
  job: Pick<SoundJobRow, 'id' | 'source_hash' | 'state' | 'error' | 'error_reason'> | null;
}

const NOTHING: NameState = { hasCards: false, picture: null, sound: null, job: null };

/** Returns what the site has of a name. */
export async function findNameState(
  db: Db | Trx,
  { pack, letter, name }: PackLetter & { name: string },
): Promise<NameState> {
  const { rows } = await sql<NameState>`
    select
      exists (select 1 from ${sql.table('items')} where category_id = c.id and name = ${name}) as "hasCards",
      (select json_build_object('id', id, 'key', key, 'source_hash', source_hash)
        from ${sql.table('pictures')} where category_id = c.id and name = ${name}) as picture,
      (select json_build_object('id', id, 'key', key, 'source_hash', source_hash)
        from ${sql.table('sounds')} where category_id = c.id and name = ${name}) as sound,
      (select json_build_object(
          'id', id, 'source_hash', source_hash, 'state', state, 'error', error, 'error_reason', error_reason)
        from ${sql.table('sound_jobs')} where category_id = c.id and name = ${name}) as job
    from ${sql.table('categories')} c where language = ${pack} and letter = ${letter}`.execute(db);
  return rows[0] ?? NOTHING;
}
