import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

/** A worker without a sign of life for this long is gone. */
const PRESENT_SECONDS = 60;
const FORGET_AFTER_HOURS = 24;

/** Records that a worker asks for work. Workers ask every few seconds; few of these calls write. */
export async function saveWorker(db: Db, worker: { id: string; sandboxed: boolean }): Promise<void> {
  await sql`
    insert into workers (id, sandboxed) values (${worker.id}, ${worker.sandboxed})
    on conflict (id) do update set seen_at = now(), sandboxed = excluded.sandboxed
    where workers.seen_at < now() - make_interval(secs => ${PRESENT_SECONDS / 4})`.execute(db);
}

/** Returns the number of workers that ask for work or have some, and how many of them lack a sandbox. */
export async function countWorkers(db: Db | Trx): Promise<{ count: number; withoutSandbox: number }> {
  const { rows } = await sql<{ count: string; without: string }>`
    select count(*) as count, count(*) filter (where not sandboxed) as without
    from workers
    where seen_at > now() - make_interval(secs => ${PRESENT_SECONDS})
      or id in (
        select worker_id from transcode_units
        where state = 'running' and heartbeat_at > now() - make_interval(secs => ${PRESENT_SECONDS})
      )`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), withoutSandbox: Number(rows[0]?.without ?? 0) };
}

/** Deletes workers that have been gone for `FORGET_AFTER_HOURS`. */
export async function forgetWorkers(db: Db): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - make_interval(hours => ${FORGET_AFTER_HOURS})`)
    .execute();
}
