import { deleteInBatches, repeatBatches, type SweepTable } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import { sql } from 'kysely';

import type { Db, Tables, Trx } from '../../db/tables.ts';

const TOMBSTONE_HOURS = 24;

/** Deletes a video with all of its rows and leaves a tombstone; returns false if there is no such video. */
export async function markDeleted(trx: Trx, videoId: string, record: RecordChange): Promise<boolean> {
  const deleted = await trx.deleteFrom('videos').where('id', '=', videoId).returningAll().executeTakeFirst();
  if (!deleted) return false;
  await trx
    .insertInto('tombstones')
    .values({ video_id: videoId, deleted_at: sql`now()`, next_sweep_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { title, visibility, status, uploader_id: uploaderId } = deleted;
  await record(trx, {
    action: 'video.delete',
    subject: { id: videoId, name: title },
    before: { visibility, status, uploaderId, uploadedAt: deleted.created_at },
  });
  return true;
}

/** Marks an attempt of a video as abandoned, so that its objects are swept. */
export async function markAbandoned(trx: Trx, of: { videoId: string; attempt: number }): Promise<void> {
  await trx
    .insertInto('abandoned_attempts')
    .values({ video_id: of.videoId, attempt: of.attempt, deleted_at: sql`now()`, next_sweep_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const SWEPT = { since: 'deleted_at', batch: 20, leastCount: 0, keepHours: TOMBSTONE_HOURS };

/** The tables of sweeps: for all objects of a deleted video, and for those of an abandoned attempt. */
export const TOMBSTONES: SweepTable<Tables> = { ...SWEPT, name: 'tombstones', key: ['video_id'] };
export const ABANDONED_ATTEMPTS: SweepTable<Tables> = {
  ...SWEPT,
  name: 'abandoned_attempts',
  key: ['video_id', 'attempt'],
};

/** The table of sweeps for the uploaded files of completed videos. */
export const REMOVED_SOURCES: SweepTable<Tables> = { ...SWEPT, name: 'removed_sources', key: ['video_id'] };

/**
 * Marks, in batches, the uploaded files of videos that were completed more than `days` ago as removed, so that they are
 * swept. Stops after a batch if `signal` is aborted.
 */
export async function removeOldSources(db: Db, days: number, signal?: AbortSignal): Promise<void> {
  await repeatBatches(signal, async (limit) => {
    const { numAffectedRows } = await sql`
      with removed as (
        update videos set source_removed_at = now()
        where id in (
          select id from videos
          where status = 'completed' and source_removed_at is null
            and completed_at < now() - make_interval(secs => ${days * 86_400})
          order by completed_at limit ${limit} for no key update skip locked
        )
        returning id
      )
      insert into removed_sources (video_id) select id from removed
      on conflict (video_id) do update set deleted_at = now(), sweep_count = 0, next_sweep_at = now()`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * Deletes, in batches, the units of videos that were completed more than `days` ago; their segments stay. Stops after a
 * batch if `signal` is aborted.
 */
export async function deleteFinishedUnits(db: Db, days: number, signal?: AbortSignal): Promise<void> {
  const where = sql`video_id in (
    select id from videos
    where status = 'completed' and completed_at < now() - make_interval(secs => ${days * 86_400})
  )`;
  await deleteInBatches(db, { table: 'transcode_units', where, signal });
}
