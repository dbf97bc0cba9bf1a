import {
  createMarkedStorage,
  createStorageMark,
  type Storage,
  type StorageConfig,
} from '@larksong/service-kit/storage';
import { sql } from 'kysely';

import type { Db } from './tables.ts';

/** Opens the storage of the site: nothing is written to a folder that is not the one of this database. */
export function openStorage(config: StorageConfig, db: Db): Storage {
  return createMarkedStorage(config, (root) =>
    createStorageMark({ root, folder: 'game', db, listKeys: () => listSomeKeys(db) }),
  );
}

/** Returns the keys of some objects that storage must have; none for a site without any. */
async function listSomeKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    (select key from pictures limit 10) union all (select key from sounds limit 10)
    union all (select key from further_pictures limit 10) union all (select key from further_sounds limit 10)`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
