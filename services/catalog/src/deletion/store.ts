import { sql } from 'kysely';

import type { Db, Trx } from '../db/schema.ts';

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

/** Tombstones whose prefix is to be swept now; each is moved to its next sweep, so that one process takes it. */
export async function takeDueTombstones(db: Db): Promise<string[]> {
  const pauses = sql`(array[${sql.join(SWEEP_AFTER_SECONDS.map(Number))}]::integer[])`;
  const { rows } = await sql<{ video_id: string }>`
    update tombstones set
      sweep_count = sweep_count + 1,
      next_sweep_at = deleted_at + make_interval(secs => coalesce(${pauses}[sweep_count + 2], 1000000000))
    where video_id in (
      select video_id from tombstones where next_sweep_at <= now() order by next_sweep_at limit 20 for update skip locked
    )
    returning video_id`.execute(db);
  return rows.map((row) => row.video_id);
}

/** Makes a sweep that did not succeed due again soon. */
export async function retryTombstone(db: Db, videoId: string): Promise<void> {
  await db
    .updateTable('tombstones')
    .set({
      sweep_count: sql`greatest(sweep_count - 1, 0)`,
      next_sweep_at: sql`now() + interval '10 seconds'`,
    })
    .where('video_id', '=', videoId)
    .execute();
}

export async function dropOldTombstones(db: Db): Promise<void> {
  await db
    .deleteFrom('tombstones')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(hours => ${TOMBSTONE_HOURS})`)
    .where('sweep_count', '>=', SWEEP_AFTER_SECONDS.length)
    .execute();
}
