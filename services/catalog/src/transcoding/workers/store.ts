import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

/** A worker without a sign of life for this long has vanished. Workers report themselves every 5 s. */
export const VANISHED_SECONDS = 20;
/** A worker that only requests work does so every 5 s; each of these calls may write. */
const CLAIM_WRITE_SECONDS = 4;
const STOPPED_SHOWN_SECONDS = 300;
const VANISHED_SHOWN_SECONDS = 3600;
const FORGET_AFTER_HOURS = 24;
const MAX_LISTED = 100;

/** Records that a worker requests work, which is the only sign of life of older workers. */
export async function saveWorker(db: Db, worker: { id: string; sandboxed: boolean }): Promise<void> {
  await sql`
    insert into workers (id, sandboxed) values (${worker.id}, ${worker.sandboxed})
    on conflict (id) do update set seen_at = now(), sandboxed = excluded.sandboxed
    where workers.seen_at < now() - make_interval(secs => ${CLAIM_WRITE_SECONDS})`.execute(db);
}

/** Saves a worker's report about itself. */
export async function saveReport(
  db: Db,
  report: catalog.WorkerReport,
  phase: 'working' | 'stopping' | 'stopped',
): Promise<void> {
  const stopping = phase === 'working' ? sql`null` : sql`now()`;
  const stopped = phase === 'stopped' ? sql`now()` : sql`null`;
  await sql`
    insert into workers (id, sandboxed, report, stopping_at, stopped_at)
    values (${report.workerId}, ${report.sandboxed}, ${JSON.stringify(report)}, ${stopping}, ${stopped})
    on conflict (id) do update set
      seen_at = now(), sandboxed = excluded.sandboxed, report = excluded.report,
      stopping_at = coalesce(workers.stopping_at, excluded.stopping_at),
      stopped_at = coalesce(workers.stopped_at, excluded.stopped_at)`.execute(db);
}

export interface SeenWorker {
  id: string;
  sandboxed: boolean;
  report: catalog.WorkerReport | null;
  startedAt: Date;
  silentSeconds: number;
  isStopping: boolean;
  isStopped: boolean;
}

/**
 * Returns the present workers by name, then those that stopped or vanished recently. A heartbeat of a unit is a sign of
 * life, too. All times are measured by the clock of the database.
 */
export async function listWorkers(db: Db | Trx): Promise<SeenWorker[]> {
  const { rows } = await sql<SeenWorker>`
    with seen as (
      select
        id, sandboxed, report, started_at as "startedAt",
        stopping_at is not null as "isStopping", stopped_at is not null as "isStopped",
        extract(epoch from now() - greatest(seen_at, (
          select max(heartbeat_at) from transcode_units where state = 'running' and worker_id = workers.id
        )))::float8 as "silentSeconds"
      from workers
      where seen_at > now() - make_interval(secs => ${VANISHED_SHOWN_SECONDS})
    )
    select * from seen
    where not "isStopped" or "silentSeconds" < ${STOPPED_SHOWN_SECONDS}
    order by
      "isStopped" or "silentSeconds" > ${VANISHED_SECONDS},
      case when "isStopped" or "silentSeconds" > ${VANISHED_SECONDS} then "silentSeconds" end,
      coalesce(report ->> 'name', id), id
    limit ${MAX_LISTED}`.execute(db);
  return rows;
}

export interface RunningUnit {
  workerId: string;
  videoId: string;
  title: string;
  kind: catalog.UnitKind;
  chunk: catalog.Chunk | null;
  elapsedSeconds: number;
}

/** Returns the units that run on workers, oldest claim first. */
export async function listRunningUnits(db: Db | Trx): Promise<RunningUnit[]> {
  const { rows } = await sql<RunningUnit>`
    select
      units.worker_id as "workerId", units.video_id as "videoId", videos.title, units.kind, units.chunk,
      extract(epoch from now() - units.claimed_at)::float8 as "elapsedSeconds"
    from transcode_units units
    join videos on videos.id = units.video_id and videos.attempt = units.attempt
    where units.state = 'running' and videos.status = 'processing' and units.worker_id is not null
    order by units.claimed_at, units.id`.execute(db);
  return rows;
}

/** Deletes workers that have been gone for `FORGET_AFTER_HOURS`. */
export async function forgetWorkers(db: Db): Promise<void> {
  await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - make_interval(hours => ${FORGET_AFTER_HOURS})`)
    .execute();
}
