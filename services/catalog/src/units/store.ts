import type { catalog } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx, UnitRow, VideoRow } from '../db/tables.ts';
import { enqueue } from '../wake-ups/store.ts';

const KINDS: Record<catalog.Lane, catalog.UnitKind[]> = {
  heavy: ['video-chunk'],
  light: ['plan', 'audio', 'extras', 'finish'],
};

export interface NewUnit {
  kind: catalog.UnitKind;
  index: number;
  chunk: catalog.Chunk | null;
}

/** Adds units that are due at once, and one outbox row each. */
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
  }));
  await trx.insertInto('transcode_units').values(rows).execute();
  await enqueue(
    trx,
    rows.map((row) => row.id),
  );
}

/**
 * Takes the fairest due unit of a lane: that of the video which has waited longest for its turn, so that a short clip
 * gets every second turn beside a film; of one video the sound, without which it cannot be watched, comes before its
 * pictures for lists. Every claim has a new token. Undefined when nothing is due.
 */
export async function claimUnit(
  trx: Trx,
  claim: { lane: catalog.Lane; workerId: string; token: string },
): Promise<UnitRow | undefined> {
  const turn = sql.ref(claim.lane === 'heavy' ? 'videos.heavy_claimed_at' : 'videos.light_claimed_at');
  const due = await trx
    .selectFrom('transcode_units')
    .innerJoin('videos', (join) =>
      join
        .onRef('videos.id', '=', 'transcode_units.video_id')
        .onRef('videos.attempt', '=', 'transcode_units.attempt')
        .on('videos.status', '=', 'processing'),
    )
    .select(['transcode_units.id', 'transcode_units.video_id'])
    .where('transcode_units.state', '=', 'due')
    .where('transcode_units.due_at', '<=', sql<Date>`now()`)
    .where('transcode_units.kind', 'in', KINDS[claim.lane])
    .orderBy(sql`${turn} asc nulls first`)
    .orderBy('videos.created_at')
    .orderBy(sql`array_position(array['plan', 'audio', 'extras', 'finish'], transcode_units.kind)`)
    .orderBy('transcode_units.index')
    .limit(1)
    .forUpdate(['transcode_units'])
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  await trx
    .updateTable('videos')
    .set(
      claim.lane === 'heavy'
        ? { heavy_claimed_at: sql`clock_timestamp()` }
        : { light_claimed_at: sql`clock_timestamp()` },
    )
    .where('id', '=', due.video_id)
    .execute();
  return trx
    .updateTable('transcode_units')
    .set({
      state: 'running',
      token: claim.token,
      worker_id: claim.workerId,
      claimed_at: sql`now()`,
      heartbeat_at: sql`now()`,
      started_count: sql`started_count + 1`,
      is_alone: false,
      done_seconds: 0,
      speed: null,
    })
    .where('id', '=', due.id)
    .returningAll()
    .executeTakeFirst();
}

export interface Owned {
  unit: UnitRow;
  video: VideoRow;
}

/**
 * The unit and its video when the token is the current one and the work is still wanted; undefined otherwise.
 * Locks the video first, so that decisions about one video are made one after another.
 */
export async function lockOwned(trx: Trx, unitId: string, token: string): Promise<Owned | undefined> {
  const video = await trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('transcode_units').select('video_id').where('id', '=', unitId))
    .where('status', '=', 'processing')
    .forUpdate()
    .executeTakeFirst();
  if (!video) return undefined;
  const unit = await trx
    .selectFrom('transcode_units')
    .selectAll()
    .where('id', '=', unitId)
    .where('token', '=', token)
    .where('state', '=', 'running')
    .where('attempt', '=', video.attempt)
    .forUpdate()
    .executeTakeFirst();
  return unit && { unit, video };
}

/** Marks a sign of life; false when the unit is no longer this worker's, or no longer wanted. */
export async function touchUnit(
  db: Db | Trx,
  unitId: string,
  sign: { token: string; progress?: catalog.UnitProgress; alone?: boolean },
): Promise<boolean> {
  const { token, progress, alone } = sign;
  const touched = await db
    .updateTable('transcode_units')
    .from('videos')
    .set({
      heartbeat_at: sql`now()`,
      ...(progress ? { done_seconds: progress.doneSeconds, speed: progress.speed } : {}),
      ...(alone === undefined ? {} : { is_alone: alone }),
    })
    .whereRef('videos.id', '=', 'transcode_units.video_id')
    .whereRef('videos.attempt', '=', 'transcode_units.attempt')
    .where('videos.status', '=', 'processing')
    .where('transcode_units.id', '=', unitId)
    .where('transcode_units.token', '=', token)
    .where('transcode_units.state', '=', 'running')
    .executeTakeFirst();
  return touched.numUpdatedRows > 0n;
}

/** Keeps the token, so that a worker whose answer was lost can be told the same again. */
export async function markDone(trx: Trx, unitId: string): Promise<void> {
  await trx
    .updateTable('transcode_units')
    .set({ state: 'done', done_at: sql`now()`, speed: null, error: null })
    .where('id', '=', unitId)
    .execute();
}

/** Makes a running unit due again after a pause; `counts` says what it cost. */
export async function markDueAgain(
  trx: Trx,
  unitId: string,
  options: { afterSeconds: number; counts: 'failure' | 'nothing'; error: string | null },
): Promise<void> {
  await trx
    .updateTable('transcode_units')
    .set({
      state: 'due',
      token: null,
      worker_id: null,
      speed: null,
      error: options.error,
      due_at: sql`now() + make_interval(secs => ${options.afterSeconds})`,
      ...(options.counts === 'failure' ? { failure_count: sql`failure_count + 1` } : {}),
    })
    .where('id', '=', unitId)
    .execute();
  if (options.afterSeconds === 0) await enqueue(trx, [unitId]);
}

/**
 * Takes units from workers that have not been heard of for a while and makes them due. The death is counted for a unit
 * that was alone; one in company is only suspected.
 */
export async function expireUnits(trx: Trx, timeoutSeconds: number): Promise<UnitRow[]> {
  const expired = await trx
    .updateTable('transcode_units')
    .set({
      state: 'due',
      token: null,
      worker_id: null,
      speed: null,
      due_at: sql`now()`,
      is_suspect: true,
      death_count: sql`death_count + is_alone::integer`,
      death_token: sql`case when is_alone then token else death_token end`,
    })
    .where('state', '=', 'running')
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${timeoutSeconds})`)
    .returningAll()
    .execute();
  await enqueue(
    trx,
    expired.map((unit) => unit.id),
  );
  return expired;
}

/** Turns the death that was counted for a claim into a failure: its worker is alive. Undefined when there was none. */
export async function takeBackDeath(trx: Trx, unitId: string, token: string): Promise<UnitRow | undefined> {
  return trx
    .updateTable('transcode_units')
    .set({
      death_count: sql`death_count - 1`,
      death_token: null,
      failure_count: sql`failure_count + 1`,
    })
    .where('id', '=', unitId)
    .where('death_token', '=', token)
    .returningAll()
    .executeTakeFirst();
}

/** Due units whose wake-up could have been lost: those that have waited for some seconds and are in no outbox row. */
export async function listForgottenUnits(
  db: Db | Trx,
): Promise<Pick<UnitRow, 'id' | 'kind' | 'started_count' | 'failure_count'>[]> {
  return db
    .selectFrom('transcode_units')
    .innerJoin('videos', 'videos.id', 'transcode_units.video_id')
    .select([
      'transcode_units.id',
      'transcode_units.kind',
      'transcode_units.started_count',
      'transcode_units.failure_count',
    ])
    .where('videos.status', '=', 'processing')
    .whereRef('videos.attempt', '=', 'transcode_units.attempt')
    .where('transcode_units.state', '=', 'due')
    .where('transcode_units.due_at', '<', sql<Date>`now() - interval '3 seconds'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('outbox').select('outbox.id').whereRef('outbox.unit_id', '=', 'transcode_units.id'),
        ),
      ),
    )
    .orderBy('transcode_units.due_at')
    .limit(1000)
    .execute();
}

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

export async function findUnit(db: Db | Trx, unitId: string): Promise<UnitRow | undefined> {
  return db.selectFrom('transcode_units').selectAll().where('id', '=', unitId).executeTakeFirst();
}

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

/** The video of a unit that was just claimed. */
export async function getVideo(trx: Trx, videoId: string): Promise<VideoRow> {
  return trx.selectFrom('videos').selectAll().where('id', '=', videoId).executeTakeFirstOrThrow();
}

export async function findPlan(db: Db, videoId: string): Promise<catalog.Plan | null> {
  const video = await db.selectFrom('videos').select('plan').where('id', '=', videoId).executeTakeFirst();
  return video?.plan ?? null;
}
