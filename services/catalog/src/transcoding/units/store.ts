import type { catalog } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { createLeaseStore, type Report } from '@larksong/service-kit/leases';
import { sql } from 'kysely';

import type { Db, Trx, UnitRow, VideoRow } from '../../db/tables.ts';
import { outbox } from '../wake-ups/store.ts';

export interface NewUnit {
  kind: catalog.UnitKind;
  index: number;
  chunk: catalog.Chunk | null;
  /** Held back until the video is playable, so that nothing competes with its first segment. */
  isHeld?: boolean;
}

/** Maximum time for which a unit is held back, in seconds. */
const HOLD_SECONDS = 10;

/** Adds units, each with an outbox row unless it is held back. */
export async function createUnits(
  trx: Trx,
  video: { id: string; attempt: number },
  units: NewUnit[],
): Promise<void> {
  const rows = units.map((unit) => ({
    id: newId(),
    video_id: video.id,
    attempt: video.attempt,
    kind: unit.kind,
    index: unit.index,
    state: 'due' as const,
    chunk: unit.chunk && JSON.stringify(unit.chunk),
    ...(unit.isHeld ? { due_at: sql<Date>`now() + make_interval(secs => ${HOLD_SECONDS})` } : {}),
  }));
  await trx.insertInto('transcode_units').values(rows).execute();
  await outbox.enqueue(
    trx,
    rows.filter((_, index) => !units[index]?.isHeld).map((row) => row.id),
  );
}

/** Makes the units of an attempt that are held back due. */
export async function releaseUnits(trx: Trx, video: { id: string; attempt: number }): Promise<void> {
  const released = await trx
    .updateTable('transcode_units')
    .set({ due_at: sql`now()` })
    .where('video_id', '=', video.id)
    .where('attempt', '=', video.attempt)
    .where('state', '=', 'due')
    .where('started_count', '=', 0)
    .where('due_at', '>', sql<Date>`now()`)
    .returning('id')
    .execute();
  await outbox.enqueue(
    trx,
    released.map(({ id }) => id),
  );
}

/** The lease store of units. A unit is wanted as long as its video is processing this attempt. */
export const unitStore = createLeaseStore<UnitRow>({
  name: 'transcode_units',
  isWanted: sql`exists (
    select from videos
    where videos.id = transcode_units.video_id
      and videos.attempt = transcode_units.attempt
      and videos.status = 'processing'
  )`,
  onClaim: sql`claimed_at = now(), done_seconds = 0, speed = null`,
  onLeave: sql`speed = null`,
  onLost: sql`lost_count = lost_count + 1`,
});

/** Locks and returns the video of a unit; undefined if it was deleted or is no longer processing. */
export async function lockVideoOf(trx: Trx, unitId: string): Promise<VideoRow | undefined> {
  return trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('transcode_units').select('video_id').where('id', '=', unitId))
    .where('status', '=', 'processing')
    .forUpdate()
    .executeTakeFirst();
}

/** Records a heartbeat and the worker's progress; returns false if the lease is lost. */
export async function touchUnit(
  db: Db | Trx,
  report: Report & { progress?: catalog.UnitProgress; alone?: boolean },
): Promise<boolean> {
  const { progress, ...sign } = report;
  const more = progress && sql`done_seconds = ${progress.doneSeconds}, speed = ${progress.speed}`;
  return unitStore.touch(db, { ...sign, more });
}

/**
 * Marks a unit as done and returns it. Keeps its token, so that a worker whose answer was lost receives the same one
 * again.
 */
export async function markDone(trx: Trx, unitId: string): Promise<UnitRow> {
  return trx
    .updateTable('transcode_units')
    .set({ state: 'done', done_at: sql`now()`, speed: null, error: null, error_reason: null })
    .where('id', '=', unitId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the running units of a failed attempt idle, so that their workers do not count as lost later. */
export async function stopUnits(trx: Trx, of: { video_id: string; attempt: number }): Promise<void> {
  await trx
    .updateTable('transcode_units')
    .set({ state: 'due', token: null, worker_id: null, speed: null })
    .where('video_id', '=', of.video_id)
    .where('attempt', '=', of.attempt)
    .where('state', '=', 'running')
    .execute();
}

/** Returns the number of units of an attempt that are not done. */
export async function countOpenUnits(trx: Trx, video: { id: string; attempt: number }): Promise<number> {
  const { open } = await trx
    .selectFrom('transcode_units')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('video_id', '=', video.id)
    .where('attempt', '=', video.attempt)
    .where('state', '<>', 'done')
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** Returns the unit with this id, or undefined. */
export async function findUnit(db: Db | Trx, unitId: string): Promise<UnitRow | undefined> {
  return db.selectFrom('transcode_units').selectAll().where('id', '=', unitId).executeTakeFirst();
}

/** Returns whether an attempt has its finish unit. */
export async function hasFinishUnit(trx: Trx, video: { id: string; attempt: number }): Promise<boolean> {
  const unit = await trx
    .selectFrom('transcode_units')
    .select('id')
    .where('video_id', '=', video.id)
    .where('attempt', '=', video.attempt)
    .where('kind', '=', 'finish')
    .executeTakeFirst();
  return unit !== undefined;
}

/** Returns the video of a unit that was just claimed; throws if it is missing. */
export async function getVideo(trx: Trx, videoId: string): Promise<VideoRow> {
  return trx.selectFrom('videos').selectAll().where('id', '=', videoId).executeTakeFirstOrThrow();
}

/** Returns the plan of a video; null before planning or without such a video. */
export async function findPlan(db: Db, videoId: string): Promise<catalog.Plan | null> {
  const video = await db.selectFrom('videos').select('plan').where('id', '=', videoId).executeTakeFirst();
  return video?.plan ?? null;
}
