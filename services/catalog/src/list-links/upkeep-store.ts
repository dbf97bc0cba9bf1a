import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import type { StoredCode } from '@larksong/service-kit/codes';

type Table = 'song_list_links' | 'song_list_codes';

/** Returns some of the codes that were stored with another secret than the present one. */
export async function listStoredWithOther(
  db: Db,
  table: Table,
  { keyId, after, limit }: { keyId: string; after: string | null; limit: number },
): Promise<(StoredCode & { id: string })[]> {
  const id = sql.ref(table === 'song_list_links' ? 'id' : 'link_id');
  const { rows } = await sql<StoredCode & { id: string }>`
    select ${id} as id, code_hash, code_sealed, key_id from ${sql.table(table)}
    where key_id <> ${keyId} and (${after}::uuid is null or ${id} > ${after}::uuid)
    order by 1 limit ${limit}`.execute(db);
  return rows;
}

/** Replaces a stored code unless it has changed since. */
export async function saveStored(
  db: Db,
  table: Table,
  { id, before, after }: { id: string; before: StoredCode; after: StoredCode },
): Promise<void> {
  const column = sql.ref(table === 'song_list_links' ? 'id' : 'link_id');
  await sql`
    update ${sql.table(table)}
    set code_hash = ${after.code_hash}, code_sealed = ${after.code_sealed}, key_id = ${after.key_id}
    where ${column} = ${id} and code_hash = ${before.code_hash}`.execute(db);
}

/** Deletes codes for the board that have ended, and counts that are no longer shown. */
export async function deleteEnded(db: Db): Promise<void> {
  await db
    .deleteFrom('song_list_codes')
    .where('ends_at', '<', sql<Date>`now()`)
    .execute();
  await sql`
    delete from song_list_openings
    where day <= (now() at time zone 'UTC')::date - ${sql.lit(catalog.OPENING_DAYS)}::integer`.execute(db);
}
