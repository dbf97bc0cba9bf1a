import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Account } from './accounts.ts';
import { openCatalogData } from './catalog-data.ts';
import { uploadSongs } from './list-playing.ts';

/** Makes public songs of one clip, quickly: all but the first are further rows of the table. Resolves with their ids. */
export async function makeSongs(
  by: { site: string; superadmin: Account },
  titles: readonly [string, ...string[]],
): Promise<string[]> {
  const [first, ...others] = titles;
  const ids = await uploadSongs({ ...by, clip: { seconds: 1, width: 160, height: 90 } }, [first]);
  const data = await openCatalogData(by.site);
  for (const title of others) {
    const changes = JSON.stringify({ id: randomUUID(), title, idempotency_key: null });
    const { rows } = await sql<{ id: string }>`
      insert into videos select (jsonb_populate_record(videos, ${changes})).* from videos where id = ${ids[0]}
      returning id`.execute(data.db);
    ids.push(...rows.map((row) => row.id));
  }
  await data.close();
  return ids;
}
