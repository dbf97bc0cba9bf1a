import { sql } from 'kysely';

import type { Db, Trx } from '../db/schema.ts';

/** Notes an upload before its first part is sent, so that a sweep finds it after a crash. */
export async function noteUpload(
  db: Db,
  upload: { id: string; key: string; storageUploadId: string; uploaderId: string },
): Promise<void> {
  await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      key: upload.key,
      storage_upload_id: upload.storageUploadId,
      uploader_id: upload.uploaderId,
    })
    .execute();
}

export async function touchUpload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ touched_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function forgetUpload(db: Db | Trx, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

export interface StaleUpload {
  id: string;
  key: string;
  storageUploadId: string | null;
}

/** Uploads that nobody has touched for a while: their process is gone. */
export async function listStaleUploads(db: Db, untouchedSeconds: number): Promise<StaleUpload[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'key', 'storage_upload_id as storageUploadId'])
    .where('touched_at', '<', sql<Date>`now() - make_interval(secs => ${untouchedSeconds})`)
    .limit(100)
    .execute();
}

export async function listUploadIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('storage_upload_id').execute();
  return new Set(rows.map((row) => row.storage_upload_id).filter((id) => id !== null));
}
