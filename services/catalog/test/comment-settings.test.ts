import { createDatabase } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { findSettings } from '../src/comments/setting-store.ts';
import { migrations } from '../src/db/migrations/index.ts';
import { up } from '../src/db/migrations/0037-add-comments.ts';
import type { Tables } from '../src/db/tables.ts';

it('a new site begins with approvals, and an updated one without comments until somebody chooses', async () => {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0037'));
  const logger = createTestLogger('catalog');
  for (const isUpdated of [false, true]) {
    const database = await createTestDatabase(earlier);
    const db = createDatabase<Tables>({ url: database.url, logger });
    try {
      if (isUpdated)
        await sql`insert into forgotten_members (user_id, deletes_videos) values (gen_random_uuid(), false)`.execute(
          db,
        );
      await up(db as never); // as the migrator passes it
      const expected = isUpdated
        ? { setting: 'off', isChosen: false, words: [] }
        : { setting: 'approval', isChosen: true, words: [] };
      expect(await findSettings(db)).toEqual(expected);
    } finally {
      await db.destroy();
      await database.drop();
    }
  }
});
