import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

/** Returns the time for which the oldest waiting sound has been due; 0 if none waits. */
export async function readSoundAge(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(floor(extract(epoch from now() - min(due_at))), 0)::integer as seconds
    from sound_jobs where state = 'due' and due_at <= now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}
