import { createLeaseStore, type Reason } from '@larksong/service-kit/leases';
import { sql } from 'kysely';

import type { NewMedia } from '../content/media-store.ts';
import { eachPackTables } from '../db/further-tables.ts';
import type { Db, SoundJobRow, Trx } from '../db/tables.ts';

export type NewSoundJob = NewMedia & { sizeBytes: number; requestId: string | null };

/** Adds a sound that is due at once. The caller has deleted any other one of its name. */
export async function createSoundJob(trx: Trx, sound: NewSoundJob): Promise<void> {
  await trx
    .insertInto('sound_jobs')
    .values({
      id: sound.id,
      category_id: sound.categoryId,
      name: sound.name,
      source_key: sound.key,
      source_hash: sound.sourceHash,
      size_bytes: sound.sizeBytes,
      request_id: sound.requestId,
      state: 'due',
    })
    .execute();
}

/** The lease store of sounds. A sound is wanted as long as it is in the table. */
export const soundStore = createLeaseStore<SoundJobRow>({ name: 'sound_jobs' });

/** Claims the sound that has waited longest, with a new token; returns undefined if nothing is due. */
export async function claimSoundJob(
  db: Db,
  worker: { token: string; workerId: string },
): Promise<SoundJobRow | undefined> {
  const candidate = sql`
    select id from ${sql.table('sound_jobs')} where state = 'due' and due_at <= now()
    order by created_at, id limit 1 for update skip locked`;
  return soundStore.claim(db, { ...worker, candidate });
}

/**
 * Locks the letter of a sound, as every change to a letter does, and returns its id; undefined if the sound no longer
 * exists.
 */
export async function lockCategoryOf(trx: Trx, soundId: string): Promise<string | undefined> {
  const category = await trx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('sound_jobs').select('category_id').where('id', '=', soundId))
    .forUpdate()
    .executeTakeFirst();
  return category?.id;
}

/** Deletes an upload of a sound. */
export async function deleteSoundJob(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('sound_jobs').where('id', '=', id).execute();
}

/** Marks a sound as permanently failed, with a reason for the superadmin. */
export async function markSoundFailed(
  trx: Trx,
  id: string,
  { message: error, reason }: Pick<Reason, 'message' | 'reason'>,
): Promise<void> {
  await trx
    .updateTable('sound_jobs')
    .set({
      state: 'failed',
      token: null,
      worker_id: null,
      error,
      error_reason: reason ? JSON.stringify(reason) : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Number of sounds by state. */
export type SoundCounts = Record<SoundJobRow['state'], number>;

/** Returns the number of sounds in each state, of all packs. */
export async function countSoundJobs(db: Db): Promise<SoundCounts> {
  const counts: SoundCounts = { due: 0, running: 0, failed: 0 };
  for (const tables of eachPackTables(db)) {
    const rows = await tables
      .selectFrom('sound_jobs')
      .select(({ fn }) => ['state', fn.countAll<string>().as('count')])
      .groupBy('state')
      .execute();
    for (const { state, count } of rows) counts[state] += Number(count);
  }
  return counts;
}
