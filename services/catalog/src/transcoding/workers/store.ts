import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

/** A worker that was not heard of for so long is gone. */
const PRESENT_SECONDS = 60;
const FORGET_AFTER_HOURS = 24;

/** Notes that a worker asks for work; it does so every few seconds, of which few are written down. */
export async function saveWorker(db: Db, worker: { id: string; sandboxed: boolean }): Promise<void> {
  await sql`
    insert into workers (id, sandboxed) values (${worker.id}, ${worker.sandboxed})
    on conflict (id) do update set seen_at = now(), sandboxed = excluded.sandboxed
    where workers.seen_at < now() - make_interval(secs => ${PRESENT_SECONDS / 4})`.execute(db);
}

/** Workers that ask for work or have some, and how many of these have no sandbox. */
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

export async function forgetWorkers(db: Db): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - make_interval(hours => ${FORGET_AFTER_HOURS})`)
    .execute();
}
