import { sql } from 'kysely';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db } from '../db/tables.ts';

/** Returns the time for which the oldest waiting sound of all packs has been due; 0 if none waits. */
export async function readSoundAge(db: Db): Promise<number> {
  const ages = eachPackTables(db).map((tables) =>
    sql<{ seconds: number }>`
      select coalesce(floor(extract(epoch from now() - min(due_at))), 0)::integer as seconds
      from ${sql.table('sound_jobs')} where state = 'due' and due_at <= now()`.execute(tables),
  );
  return Math.max(...(await Promise.all(ages)).map(({ rows }) => rows[0]?.seconds ?? 0));
}
