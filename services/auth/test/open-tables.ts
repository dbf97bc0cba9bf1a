import { createDatabase } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';

import { migrations } from '../src/db/migrations/index.ts';
import type { Db, Tables } from '../src/db/tables.ts';

export interface OpenTables {
  db: Db;
  close: () => Promise<void>;
}

/** Opens a new database of auth without a service, whose loops would follow the clock. */
export async function openTables(): Promise<OpenTables> {
  const database = await createTestDatabase(migrations);
  const db = createDatabase<Tables>({ url: database.url, logger: createTestLogger(), poolSize: 4 });
  return {
    db,
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}
