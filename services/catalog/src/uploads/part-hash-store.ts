import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** Saves the hash of a stored part, replacing an earlier one. Has no effect if the upload no longer exists. */
export async function savePartHash(
  db: Db,
  part: { uploadId: string; number: number; hash: Uint8Array },
): Promise<void> {
  const { uploadId, number, hash } = part;
  await sql`
    insert into upload_parts (upload_id, number, hash)
    select id, ${number}, ${Buffer.from(hash)} from uploads where id = ${uploadId} for key share
    on conflict (upload_id, number) do update set hash = excluded.hash`.execute(db);
}

/** Returns the hashes of the stored parts of an upload, by number. */
export async function listPartHashes(trx: Trx, uploadId: string): Promise<Buffer[]> {
  const rows = await trx
    .selectFrom('upload_parts')
    .select('hash')
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .execute();
  return rows.map(({ hash }) => hash);
}
