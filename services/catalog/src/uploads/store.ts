import { sql, type Selectable } from 'kysely';

import type { Db, Trx, UploadsTable } from '../db/schema.ts';

export type UploadRow = Selectable<UploadsTable>;
/** An upload whose parts are sent one by one. */
export type PartedUploadRow = UploadRow & { kind: 'parts'; storage_upload_id: string; size_bytes: string };

export interface NewUpload {
  /** The video will have it too. */
  id: string;
  key: string;
  storageUploadId: string;
  uploaderId: string;
  /** Of an upload in parts; one without it is the body of a form. */
  sizeBytes?: number;
}

/** Notes an upload before its first part is sent, so that a sweep finds it after a crash. */
export async function noteUpload(db: Db, upload: NewUpload): Promise<UploadRow> {
  return db
    .insertInto('uploads')
    .values({
      id: upload.id,
      key: upload.key,
      storage_upload_id: upload.storageUploadId,
      uploader_id: upload.uploaderId,
      kind: upload.sizeBytes === undefined ? 'form' : 'parts',
      size_bytes: upload.sizeBytes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts off the end of an upload; returns false if it no longer exists or is being discarded. */
export async function touchUpload(db: Db, id: string): Promise<boolean> {
  const touched = await db
    .updateTable('uploads')
    .set({ touched_at: sql`now()` })
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .executeTakeFirst();
  return touched.numUpdatedRows > 0n;
}

/** An upload in parts, for its owner alone. */
export async function findPartedUpload(
  db: Db | Trx,
  of: { id: string; uploaderId: string },
): Promise<PartedUploadRow | undefined> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', of.id)
    .where('uploader_id', '=', of.uploaderId)
    .where('kind', '=', 'parts')
    .where('discarded_at', 'is', null)
    .executeTakeFirst();
  return row as PartedUploadRow | undefined; // a check of the table says so of this kind
}

/**
 * Locks an upload that is to become a video until the transaction ends; undefined if it no longer exists or is being
 * discarded.
 */
export async function lockUpload(trx: Trx, id: string): Promise<UploadRow | undefined> {
  return trx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes the row of an upload; returns false if it no longer exists. */
export async function forgetUpload(db: Db | Trx, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export interface Patience {
  /** How long the body of a form may be untouched: its process is gone then. */
  formSeconds: number;
  /** How long an upload in parts waits for the next one. */
  partsHours: number;
}

/** Uploads that nobody has touched for too long. */
export async function listStaleUploads(db: Db, patience: Patience): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where(isStale(patience))
    .orderBy('touched_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/** Decides that an upload never becomes a video; waits for a commit of it. Undefined if it no longer exists. */
export async function markDiscarded(db: Db, id: string): Promise<UploadRow | undefined> {
  return discard(db).where('id', '=', id).returningAll().executeTakeFirst();
}

/** As `markDiscarded`; undefined also for an upload that was touched meanwhile or is being committed. */
export async function markStaleDiscarded(
  db: Db,
  id: string,
  patience: Patience,
): Promise<UploadRow | undefined> {
  return discard(db)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', id)
        .where(isStale(patience))
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

function discard(db: Db) {
  return db.updateTable('uploads').set({ discarded_at: sql`now()` });
}

/** Also stale is an upload whose removal was begun and not finished. */
function isStale({ formSeconds, partsHours }: Patience) {
  return sql<boolean>`case when discarded_at is null
    then touched_at < now() - case kind
      when 'form' then make_interval(secs => ${formSeconds})
      else make_interval(secs => ${partsHours * 3600}) end
    else discarded_at < now() - make_interval(secs => ${formSeconds}) end`;
}

export async function listUploadIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('storage_upload_id').execute();
  return new Set(rows.map((row) => row.storage_upload_id).filter((id) => id !== null));
}

/** Whether an upload has become a video of this uploader. */
export async function isOwnVideo(db: Db | Trx, of: { id: string; uploaderId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', of.id)
    .where('uploader_id', '=', of.uploaderId)
    .executeTakeFirst();
  return row !== undefined;
}
