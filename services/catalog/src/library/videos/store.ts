import type { catalog, FailureCode, FailureReason, Language, Readable } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import { saveDocument } from '../search/store.ts';

interface NewVideo {
  id: string;
  title: string;
  description: string;
  visibility: catalog.Visibility;
  privateUserId: string | null;
  /** Whether it has to be approved before it has that visibility. */
  needsApproval: boolean;
  uploaderId: string;
  idempotencyKey: string | null;
  requestId: string;
  /** The span of the request, if it is traced. */
  traceParent: string | null;
  resolutions: catalog.Resolution[];
  letters: string[];
  /** Null if none was chosen; then it may be guessed. */
  language: Language | null;
  sourceKey: string;
  sourceSizeBytes: number;
  /** Null if it is not known yet. */
  sourceHash: string | null;
}

interface Details extends Pick<NewVideo, 'title' | 'description' | 'letters' | 'language'> {
  isLanguageChosen: boolean;
}

/** Creates a video in state `processing`, with its search document. */
export async function createVideo(trx: Trx, video: NewVideo): Promise<void> {
  await trx
    .insertInto('videos')
    .values({
      id: video.id,
      title: video.title,
      description: video.description,
      ...toVisibilityColumns(video),
      uploader_id: video.uploaderId,
      idempotency_key: video.idempotencyKey,
      request_id: video.requestId,
      trace_parent: video.traceParent,
      status: 'processing',
      requested_resolutions: video.resolutions,
      letters: video.letters,
      language: video.language,
      language_chosen: video.language !== null,
      source_key: video.sourceKey,
      source_size_bytes: video.sourceSizeBytes,
      source_hash: video.sourceHash,
    })
    .execute();
  await saveDocument(trx, video.id);
}

/** A video that waits is private and for its uploader; the wanted visibility is stored as well. */
function toVisibilityColumns({ visibility, privateUserId, uploaderId, needsApproval }: NewVideo) {
  if (!needsApproval) return { visibility, private_user_id: privateUserId };
  return {
    visibility: 'private' as const,
    private_user_id: uploaderId,
    approval: 'waiting' as const,
    approval_since: sql<Date>`now()`,
    wanted_visibility: visibility,
    wanted_private_user_id: privateUserId,
  };
}

/**
 * Locks a video until the transaction ends, waiting for other changes first, and returns its newest row; undefined if
 * there is no such video.
 */
export async function lockVideo(trx: Trx, videoId: string): Promise<VideoRow | undefined> {
  return trx.selectFrom('videos').selectAll().where('id', '=', videoId).forNoKeyUpdate().executeTakeFirst();
}

/** Updates `updated_at` after a change to rows that belong to the video. */
export async function touchVideo(trx: Trx, videoId: string): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

/** Saves title, description, letters and language of a video. */
export async function saveDetails(trx: Trx, videoId: string, details: Details): Promise<void> {
  await trx
    .updateTable('videos')
    .set({
      title: details.title,
      description: details.description,
      letters: details.letters,
      language: details.language,
      language_chosen: details.isLanguageChosen,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .execute();
}

/** Returns the id of the video that this uploader created with this key, or undefined. */
export async function findByIdempotencyKey(
  db: Db,
  uploaderId: string,
  key: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('uploader_id', '=', uploaderId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** Creates or refreshes the copy of an uploader's names. */
export async function saveUploader(
  db: Db | Trx,
  names: { id: string; username: string; displayName: string | null },
): Promise<void> {
  const values = {
    username: names.username,
    display_name: names.displayName,
    refreshed_at: sql<Date>`now()`,
  };
  await db
    .insertInto('uploaders')
    .values({ id: names.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

/**
 * Returns the ids of at most 100 uploaders whose names were copied more than a minute ago, oldest copy first, without
 * those whose account is deleted.
 */
export async function listStaleUploaders(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('uploaders')
    .select('id')
    .where('refreshed_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where('username', '!=', '')
    .orderBy('refreshed_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

/** Saves the plan of a video and the resulting duration. */
export async function savePlan(trx: Trx, videoId: string, plan: catalog.Plan): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ plan: JSON.stringify(plan), duration_seconds: plan.durationSeconds, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

/** Saves the pictures made from a video. */
export async function saveExtras(trx: Trx, videoId: string, extras: catalog.Extras): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ extras: JSON.stringify(extras), updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

/** Adds the storyboard to the extras of a video. */
export async function saveStoryboard(
  trx: Trx,
  videoId: string,
  storyboard: catalog.StoredStoryboard,
): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ extras: sql`extras || ${JSON.stringify({ storyboard })}::jsonb`, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

/**
 * Saves how many segments the playlists list, and whether the video is playable; the first moment of that is kept.
 * Returns the video.
 */
export async function saveListing(
  trx: Trx,
  videoId: string,
  listing: { listed: number; playable: boolean },
): Promise<VideoRow> {
  return trx
    .updateTable('videos')
    .set({
      listed_segments: listing.listed,
      updated_at: sql`now()`,
      ...(listing.playable ? { playable_at: sql<Date>`coalesce(playable_at, now())` } : {}),
    })
    .where('id', '=', videoId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a video as completed and returns it; undefined if it was no longer being processed. */
export async function markCompleted(
  trx: Trx,
  videoId: string,
  durationSeconds: number,
): Promise<VideoRow | undefined> {
  return trx
    .updateTable('videos')
    .set({
      status: 'completed',
      duration_seconds: durationSeconds,
      completed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .returningAll()
    .executeTakeFirst();
}

/** Marks a video as failed; returns false if it was no longer being processed. */
export async function markFailed(
  trx: Trx,
  videoId: string,
  failure: {
    message: string;
    reason?: FailureReason | undefined;
    log: string;
    code: FailureCode;
    readable?: Readable | undefined;
  },
): Promise<boolean> {
  const updated = await trx
    .updateTable('videos')
    .set({
      status: 'failed',
      processing_error: failure.message,
      failure_reason: failure.reason ? JSON.stringify(failure.reason) : null,
      processing_log: failure.log,
      failure_code: failure.code,
      readable: failure.readable ? JSON.stringify(failure.readable) : null,
      failed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
