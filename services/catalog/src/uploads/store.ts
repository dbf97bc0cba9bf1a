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

/** Puts the end of an upload off; false when there is none any more. */
export async function touchUpload(db: Db, id: string): Promise<boolean> {
  const touched = await db
    .updateTable('uploads')
    .set({ touched_at: sql`now()` })
    .where('id', '=', id)
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
    .executeTakeFirst();
  return row as PartedUploadRow | undefined; // a check of the table says so of this kind
}

/** The upload, kept from everybody else until the transaction ends. */
export async function lockUpload(trx: Trx, id: string): Promise<UploadRow | undefined> {
  return trx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function forgetUpload(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('uploads').where('id', '=', id).execute();
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

/** As `lockUpload`; undefined also for one that was touched meanwhile or is held by somebody. */
export async function lockStaleUpload(
  trx: Trx,
  id: string,
  patience: Patience,
): Promise<UploadRow | undefined> {
  return trx
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where(isStale(patience))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

function isStale(patience: Patience) {
  return sql<boolean>`touched_at < now() - case kind
    when 'form' then make_interval(secs => ${patience.formSeconds})
    else make_interval(secs => ${patience.partsHours * 3600}) end`;
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
