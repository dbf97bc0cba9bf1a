import { sql } from 'kysely';

import type { Db, SoundJobRow, Trx } from '../db/tables.ts';
import type { NewMedia } from '../media/store.ts';

/** Adds a sound that is due at once. There must be no other one of its name. */
export async function createSoundJob(
  trx: Trx,
  sound: NewMedia & { sizeBytes: number; requestId: string },
): Promise<void> {
  await trx
    .insertInto('sound_jobs')
    .values({
      id: sound.id,
      category_id: sound.categoryId,
      name: sound.name,
      source_key: sound.key,
      size_bytes: sound.sizeBytes,
      request_id: sound.requestId,
      state: 'due',
    })
    .execute();
}

/** Takes the sound that has waited longest, with a new token; undefined when nothing is due. */
export async function claimSoundJob(
  db: Db,
  claim: { token: string; workerId: string },
): Promise<SoundJobRow | undefined> {
  return db
    .updateTable('sound_jobs')
    .set({
      state: 'running',
      token: claim.token,
      worker_id: claim.workerId,
      heartbeat_at: sql`now()`,
      started_count: sql`started_count + 1`,
      is_alone: false,
    })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sound_jobs')
        .select('id')
        .where('state', '=', 'due')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Marks a sign of life; false when the sound is not this worker's any more. */
export async function touchSoundJob(
  db: Db,
  id: string,
  { token, alone }: { token: string; alone?: boolean },
): Promise<boolean> {
  const touched = await db
    .updateTable('sound_jobs')
    .set({ heartbeat_at: sql`now()`, ...(alone === undefined ? {} : { is_alone: alone }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('token', '=', token)
    .executeTakeFirst();
  return touched.numUpdatedRows > 0n;
}

/**
 * The sound when the token is the current one; undefined otherwise. Locks its letter first, as everything does that
 * changes what belongs to a letter.
 */
export async function lockOwnedJob(trx: Trx, id: string, token: string): Promise<SoundJobRow | undefined> {
  await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('sound_jobs').select('category_id').where('id', '=', id))
    .forUpdate()
    .execute();
  return trx
    .selectFrom('sound_jobs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('token', '=', token)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteSoundJob(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sound_jobs').where('id', '=', id).execute();
}

/** Makes a running sound due again after a pause; `counts` says what it cost. */
export async function markSoundDue(
  trx: Trx,
  id: string,
  options: { afterSeconds: number; counts: 'failure' | 'nothing'; error: string | null },
): Promise<void> {
  await trx
    .updateTable('sound_jobs')
    .set({
      state: 'due',
      token: null,
      worker_id: null,
      error: options.error,
      due_at: sql`now() + make_interval(secs => ${options.afterSeconds})`,
      ...(options.counts === 'failure' ? { failure_count: sql`failure_count + 1` } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Gives a sound up, with a sentence for the superadmin. */
export async function markSoundFailed(trx: Trx, id: string, error: string): Promise<void> {
  await trx
    .updateTable('sound_jobs')
    .set({ state: 'failed', token: null, worker_id: null, error })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes sounds from workers that have not been heard of for a while and makes them due. The death is counted for a sound
 * that was alone; one in company is only suspected.
 */
export async function expireSoundJobs(trx: Trx, timeoutSeconds: number): Promise<SoundJobRow[]> {
  return trx
    .updateTable('sound_jobs')
    .set({
      state: 'due',
      token: null,
      worker_id: null,
      due_at: sql`now()`,
      is_suspect: true,
      death_count: sql`death_count + is_alone::integer`,
      death_token: sql`case when is_alone then token else death_token end`,
    })
    .where('state', '=', 'running')
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${timeoutSeconds})`)
    .returningAll()
    .execute();
}

/** Turns the death that was counted for a claim into a failure: its worker is alive. Undefined when there was none. */
export async function takeBackDeath(trx: Trx, id: string, token: string): Promise<SoundJobRow | undefined> {
  return trx
    .updateTable('sound_jobs')
    .set({
      death_count: sql`death_count - 1`,
      death_token: null,
      failure_count: sql`failure_count + 1`,
    })
    .where('id', '=', id)
    .where('death_token', '=', token)
    .returningAll()
    .executeTakeFirst();
}

/** Sounds that are due; `forSeconds` at least, so that their first wake-up has had its time. */
export async function listDueJobs(
  db: Db,
  forSeconds: number,
): Promise<Pick<SoundJobRow, 'id' | 'started_count'>[]> {
  return db
    .selectFrom('sound_jobs')
    .select(['id', 'started_count'])
    .where('state', '=', 'due')
    .where('due_at', '<=', sql<Date>`now() - make_interval(secs => ${forSeconds})`)
    .orderBy('created_at')
    .limit(1000)
    .execute();
}

export type SoundCounts = Record<SoundJobRow['state'], number>;

export async function countSoundJobs(db: Db): Promise<SoundCounts> {
  const rows = await db
    .selectFrom('sound_jobs')
    .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
    .groupBy('state')
    .execute();
  const counts: SoundCounts = { due: 0, running: 0, failed: 0 };
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}
