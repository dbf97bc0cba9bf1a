import { deleteInBatches } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** Pauses before the sweeps of a deleted video's prefix: a frozen worker may still have had a write on its way. */
export const SWEEP_AFTER_SECONDS = [0, 10, 60, 600, 3600] as const;
const TOMBSTONE_HOURS = 24;

/** Deletes a video with everything that hangs on it and leaves a tombstone; false when there is no such video. */
export async function buryVideo(trx: Trx, videoId: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('videos').where('id', '=', videoId).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await trx
    .insertInto('tombstones')
    .values({ video_id: videoId, deleted_at: sql`now()`, next_sweep_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Notes that an attempt of a video was given up, so that its objects are swept. */
export async function buryAttempt(trx: Trx, of: { videoId: string; attempt: number }): Promise<void> {
  await trx
    .insertInto('abandoned_attempts')
    .values({ video_id: of.videoId, attempt: of.attempt, deleted_at: sql`now()`, next_sweep_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What is swept: everything of a deleted video (`attempt` null), or what one attempt left behind. */
export interface Remains {
  videoId: string;
  attempt: number | null;
}

/** Remains that are to be swept now; each is moved to its next sweep, so that one process takes it. */
export async function takeDueRemains(db: Db): Promise<Remains[]> {
  const videos = await takeDue<{ video_id: string }>(db, 'tombstones', sql`video_id`);
  const attempts = await takeDue<{ video_id: string; attempt: number }>(
    db,
    'abandoned_attempts',
    sql`video_id, attempt`,
  );
  return [
    ...videos.map((row) => ({ videoId: row.video_id, attempt: null })),
    ...attempts.map((row) => ({ videoId: row.video_id, attempt: row.attempt })),
  ];
}

async function takeDue<Row>(
  db: Db,
  table: 'tombstones' | 'abandoned_attempts',
  key: RawBuilder<unknown>,
): Promise<Row[]> {
  const pauses = sql`(array[${sql.join(SWEEP_AFTER_SECONDS.map(Number))}]::integer[])`;
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set
      sweep_count = sweep_count + 1,
      next_sweep_at = deleted_at + make_interval(secs => coalesce(${pauses}[sweep_count + 2], 1000000000))
    where (${key}) in (
      select ${key} from ${sql.table(table)} where next_sweep_at <= now()
      order by next_sweep_at limit 20 for update skip locked
    )
    returning ${key}`.execute(db);
  return rows;
}

/** Makes a sweep that did not succeed due again soon. */
export async function retryRemains(db: Db, { videoId, attempt }: Remains): Promise<void> {
  const again = {
    sweep_count: sql<number>`greatest(sweep_count - 1, 0)`,
    next_sweep_at: sql<Date>`now() + interval '10 seconds'`,
  };
  await (attempt === null
    ? db.updateTable('tombstones').set(again).where('video_id', '=', videoId).execute()
    : db
        .updateTable('abandoned_attempts')
        .set(again)
        .where('video_id', '=', videoId)
        .where('attempt', '=', attempt)
        .execute());
}

export async function dropOldRemains(db: Db, signal?: AbortSignal): Promise<void> {
  for (const table of ['tombstones', 'abandoned_attempts'] as const)
    await deleteInBatches(db, {
      table,
      where: sql`deleted_at < now() - make_interval(hours => ${TOMBSTONE_HOURS})
        and sweep_count >= ${SWEEP_AFTER_SECONDS.length}`,
      signal,
    });
}

/** Deletes the units of videos that were completed so long ago; their segments stay. */
export async function deleteFinishedUnits(db: Db, days: number, signal?: AbortSignal): Promise<void> {
  const where = sql`video_id in (
    select id from videos
    where status = 'completed' and completed_at < now() - make_interval(secs => ${days * 86_400})
  )`;
  await deleteInBatches(db, { table: 'transcode_units', where, signal });
}
