import { PART_BYTES } from '@larksong/service-kit/storage';
import { sql, type Selectable } from 'kysely';

import type { Db, Trx, UploadsTable } from '../db/tables.ts';
import { countParts } from './parts.ts';

export type UploadRow = Selectable<UploadsTable>;
/** An upload whose parts are sent one by one. */
export type PartedUploadRow = UploadRow & { kind: 'parts'; storage_upload_id: string; size_bytes: string };

export interface NewUpload {
  /** Also the id of the later video. */
  id: string;
  key: string;
  storageUploadId: string;
  uploaderId: string;
  kind: UploadRow['kind'];
  /** The announced size; undefined for a form without a length. */
  sizeBytes: number | undefined;
  resumeKey?: string | undefined;
}

/** Stores a new upload, in parts if its size is announced, and returns it. */
export async function insertUpload(trx: Trx, upload: NewUpload): Promise<UploadRow> {
  const { sizeBytes } = upload;
  return trx
    .insertInto('uploads')
    .values({
      id: upload.id,
      key: upload.key,
      storage_upload_id: upload.storageUploadId,
      uploader_id: upload.uploaderId,
      kind: upload.kind,
      size_bytes: sizeBytes,
      resume_key: upload.resumeKey ?? null,
      stored_parts: sizeBytes === undefined ? null : Buffer.alloc(Math.ceil(countParts(sizeBytes) / 8)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the number of uploads that received something within the last minute. */
export async function countActiveUploads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from uploads
    where discarded_at is null and touched_at > now() - interval '1 minute'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Makes other transactions that reserve space wait until this one ends. */
export async function lockSpace(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('space of uploads'))`.execute(trx);
}

/**
 * Returns the bytes that uploads have announced but not stored: uploads touched within `of.seconds`, and one that is
 * resumed after a longer pause.
 */
export async function sumExpectedBytes(
  db: Db | Trx,
  of: { seconds: number; resumedId: string | null },
): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(greatest(0, size_bytes - coalesce(bit_count(stored_parts), 0) * ${PART_BYTES}::bigint)), 0)
      as bytes
    from uploads
    where size_bytes is not null and discarded_at is null
      and (touched_at > now() - make_interval(secs => ${of.seconds}) or id = ${of.resumedId}::uuid)`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/**
 * Extends an upload's deadline and records a stored part; returns false if the upload no longer exists or is being
 * discarded.
 */
export async function touchUpload(db: Db, id: string, storedPart?: number): Promise<boolean> {
  const storedParts = sql<Buffer | null>`set_bit(stored_parts, ${(storedPart ?? 1) - 1}, 1)`;
  const touched = await db
    .updateTable('uploads')
    .set({ touched_at: sql`now()`, ...(storedPart === undefined ? {} : { stored_parts: storedParts }) })
    .where('id', '=', id)
    .where('discarded_at', 'is', null)
    .executeTakeFirst();
  return touched.numUpdatedRows > 0n;
}

/** Returns an upload in parts to its owner; undefined for everyone else. */
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
  return row as PartedUploadRow | undefined; // guaranteed by a check constraint for this kind
}

/** Returns the upload in parts that its owner started with this key for a file of this size, or undefined. */
export async function findResumable(
  db: Db,
  of: { resumeKey: string; sizeBytes: number; uploaderId: string },
): Promise<PartedUploadRow | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('uploader_id', '=', of.uploaderId)
    .where('resume_key', '=', of.resumeKey)
    .where('size_bytes', '=', String(of.sizeBytes))
    .where('discarded_at', 'is', null)
    .executeTakeFirst();
  return row && findPartedUpload(db, { id: row.id, uploaderId: of.uploaderId });
}

/**
 * Locks an upload that is about to become a video until the transaction ends; undefined if it no longer exists or is
 * being discarded.
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

interface UploadDeadlines {
  /** Seconds after which an untouched form has lost its process. */
  formSeconds: number;
  /** Hours that an upload in parts waits for its next part. */
  partsHours: number;
}

/** Returns the ids of uploads past their deadline. */
export async function listStaleUploads(db: Db, deadlines: UploadDeadlines): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where(isStale(deadlines))
    .orderBy('touched_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Marks an upload as discarded, so that it never becomes a video; waits for a running commit of it. Returns undefined if
 * it no longer exists.
 */
export async function markDiscarded(db: Db, id: string): Promise<UploadRow | undefined> {
  return discard(db).where('id', '=', id).returningAll().executeTakeFirst();
}

/** As `markDiscarded`; also returns undefined for an upload that was touched in the meantime or is being committed. */
export async function markStaleDiscarded(
  db: Db,
  id: string,
  deadlines: UploadDeadlines,
): Promise<UploadRow | undefined> {
  return discard(db)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', id)
        .where(isStale(deadlines))
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

function discard(db: Db) {
  return db.updateTable('uploads').set({ discarded_at: sql`now()` });
}

/** Uploads with an interrupted removal are stale as well. */
function isStale({ formSeconds, partsHours }: UploadDeadlines) {
  return sql<boolean>`case when discarded_at is null
    then touched_at < now() - case kind
      when 'form' then make_interval(secs => ${formSeconds})
      else make_interval(secs => ${partsHours * 3600}) end
    else discarded_at < now() - make_interval(secs => ${formSeconds}) end`;
}

/** Returns the ids that storage assigned to all uploads. */
export async function listUploadIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('storage_upload_id').execute();
  return new Set(rows.map((row) => row.storage_upload_id).filter((id) => id !== null));
}

/** Returns whether an upload has become a video of this uploader. */
export async function isOwnVideo(db: Db | Trx, of: { id: string; uploaderId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', of.id)
    .where('uploader_id', '=', of.uploaderId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether Postgres reported a unique_violation. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
