import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

const SAMPLE_MINUTES = 60;
/** A running unit without a heartbeat for this long should have been taken from its worker long ago. */
const STUCK_SECONDS = 60;

/** All units that belong to the current attempt of a video in processing. */
const WANTED = sql`
  transcode_units units
  join videos on videos.id = units.video_id and videos.attempt = units.attempt and videos.status = 'processing'`;
const WAITING = sql`units.state = 'due' and units.due_at <= now()`;
const AGE = sql`coalesce(extract(epoch from now() - min(units.due_at) filter (where ${WAITING})), 0)`;

export interface QueueState {
  waiting: number;
  running: number;
  oldestSeconds: number;
  now: Date;
}

/** Returns the length and the age of the queue. Units that pause before another try do not count as waiting. */
export async function readQueue(db: Db | Trx): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select
      count(*) filter (where ${WAITING})::integer as waiting,
      count(*) filter (where units.state = 'running')::integer as running,
      floor(${AGE})::integer as "oldestSeconds", now() as now
    from ${WANTED}
    where units.state in ('due', 'running')`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('unreachable: an aggregate has one row');
  return row;
}

export interface LaneState {
  lane: catalog.Lane;
  waiting: number;
  running: number;
  oldestSeconds: number;
  silent: number;
}

/**
 * Returns the queue of each lane that has units. `silent` counts units that run without a heartbeat and should
 * have been taken from their worker.
 */
export async function readLanes(db: Db): Promise<LaneState[]> {
  const { rows } = await sql<LaneState>`
    select
      case units.kind when 'video-chunk' then 'heavy' else 'light' end as lane,
      count(*) filter (where ${WAITING})::integer as waiting,
      count(*) filter (where units.state = 'running')::integer as running,
      ${AGE}::float8 as "oldestSeconds",
      count(*) filter (
        where units.state = 'running' and units.heartbeat_at < now() - make_interval(secs => ${STUCK_SECONDS})
      )::integer as silent
    from ${WANTED}
    where units.state in ('due', 'running')
    group by 1`.execute(db);
  return rows;
}

/** Returns the number of videos in processing without an open unit, which would never be completed. */
export async function countAbandonedVideos(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from videos
    where status = 'processing' and not exists (
      select from transcode_units units
      where units.video_id = videos.id and units.attempt = videos.attempt and units.state <> 'done'
    )`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds the current queue to the sample of this minute, which keeps its largest values, and deletes old samples. */
export async function sampleQueue(db: Db): Promise<void> {
  const { waiting, oldestSeconds } = await readQueue(db);
  await sql`
    insert into queue_samples (minute, waiting, oldest_seconds)
    values (date_trunc('minute', now()), ${waiting}, ${oldestSeconds})
    on conflict (minute) do update set
      waiting = greatest(queue_samples.waiting, excluded.waiting),
      oldest_seconds = greatest(queue_samples.oldest_seconds, excluded.oldest_seconds)`.execute(db);
  await sql`
    delete from queue_samples where minute < now() - make_interval(mins => ${2 * SAMPLE_MINUTES})`.execute(
    db,
  );
}

/** Returns the samples of the last hour, oldest first. */
export async function listSamples(
  db: Db | Trx,
): Promise<{ at: Date; waiting: number; oldestSeconds: number }[]> {
  return db
    .selectFrom('queue_samples')
    .select(['minute as at', 'waiting', 'oldest_seconds as oldestSeconds'])
    .where('minute', '>', sql<Date>`now() - make_interval(mins => ${SAMPLE_MINUTES})`)
    .orderBy('minute')
    .execute();
}
