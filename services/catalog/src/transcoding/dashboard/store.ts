import type { catalog, FailureReason } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import { cancelEntry } from '../notices/store.ts';

/** Maximum number of rows in each list of the dashboard. */
const LIST_SIZE = 20;
const MAX_PROCESSING = 100;
const MAX_PENDING = 100;
/** Maximum length of a failed video's log, in characters. */
export const LOG_LENGTH = 4000;

/** Narrows a query of videos to those of an uploader, if there is one. */
function of(uploaderId: string | undefined) {
  return uploaderId === undefined ? sql<boolean>`true` : sql<boolean>`uploader_id = ${uploaderId}`;
}

/** Returns the number of videos in processing, and the oldest of them; with `uploaderId`, only those of that account. */
export async function listProcessing(
  db: Db | Trx,
  uploaderId?: string,
): Promise<{ count: number; videos: VideoRow[] }> {
  const [{ count }, videos] = await Promise.all([
    db
      .selectFrom('videos')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('status', '=', 'processing')
      .where(of(uploaderId))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('videos')
      .selectAll()
      .where('status', '=', 'processing')
      .where(of(uploaderId))
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_PROCESSING)
      .execute(),
  ]);
  return { count: Number(count), videos };
}

/** The units of a video's current attempt, added up. */
export interface WorkCounts {
  videoId: string;
  /** Whether a worker has claimed any of them. */
  isStarted: boolean;
  /** Kinds of units on which workers are working now. */
  runningKinds: catalog.UnitKind[];
  /** Kinds of units that are not done. */
  openKinds: catalog.UnitKind[];
  openChunkCount: number;
  runningChunkCount: number;
  /** Seconds of video encoded per second by all running chunks; null while unknown. */
  runningSpeed: number | null;
  /** Number of running chunks that have reported a speed. */
  measuredChunkCount: number;
  /** Length of the chunks that were encoded in one try, and the time that workers spent on them. */
  doneSeconds: number;
  spentSeconds: number;
  failureCount: number;
  lostWorkerCount: number;
  /** The reason for which an open unit is tried again. */
  lastProblem: string | null;
  lastReason: FailureReason | null;
}

/** Returns the units of the videos' current attempts, added up by video. */
export async function listWorkCounts(db: Db | Trx, videoIds: string[]): Promise<WorkCounts[]> {
  if (videoIds.length === 0) return [];
  const isOpen = sql`units.state <> 'done'`;
  const isChunk = sql`units.kind = 'video-chunk'`;
  const isMeasured = sql`${isChunk} and units.state = 'done' and units.started_count = 1`;
  // The list applies to `videos`; applied to the units, it would let Postgres read every video.
  const { rows } = await sql<WorkCounts>`
    select
      videos.id as "videoId",
      bool_or(units.started_count > 0) as "isStarted",
      coalesce(array_agg(distinct units.kind) filter (where units.state = 'running'), '{}') as "runningKinds",
      coalesce(array_agg(distinct units.kind) filter (where ${isOpen}), '{}') as "openKinds",
      (count(*) filter (where ${isChunk} and ${isOpen}))::integer as "openChunkCount",
      (count(*) filter (where ${isChunk} and units.state = 'running'))::integer as "runningChunkCount",
      sum(units.speed) filter (where ${isChunk}) as "runningSpeed",
      (count(units.speed) filter (where ${isChunk}))::integer as "measuredChunkCount",
      coalesce(sum(
        (units.chunk ->> 'endSeconds')::float8 - (units.chunk ->> 'startSeconds')::float8
      ) filter (where ${isMeasured}), 0) as "doneSeconds",
      coalesce(
        sum(extract(epoch from units.done_at - units.claimed_at)) filter (where ${isMeasured}), 0
      )::float8 as "spentSeconds",
      sum(units.failure_count)::integer as "failureCount",
      sum(units.lost_count)::integer as "lostWorkerCount",
      max(units.error) filter (where ${isOpen}) as "lastProblem",
      (array_agg(units.error_reason order by units.error desc nulls last)
        filter (where ${isOpen}))[1] as "lastReason"
    from videos
    join transcode_units units on units.video_id = videos.id and units.attempt = videos.attempt
    where videos.id = any(${videoIds}::uuid[])
    group by videos.id`.execute(db);
  return rows;
}

/** Returns the number of failed videos by cause, the most frequent first. */
export async function countFailures(db: Db | Trx): Promise<catalog.FailureCount[]> {
  const { rows } = await sql<catalog.FailureCount>`
    select coalesce(failure_code, 'other') as "failureCode", count(*)::integer as count
    from videos where status = 'failed'
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

export interface RenditionCount {
  video_id: string;
  rendition: string;
  seconds: number;
}

/** Returns the stored seconds of each rendition of the videos' current attempts. */
export async function listRenditionSeconds(db: Db | Trx, videoIds: string[]): Promise<RenditionCount[]> {
  if (videoIds.length === 0) return [];
  // One scan of the primary key for each video, in its order.
  const { rows } = await sql<RenditionCount>`
    select videos.id as video_id, stored.rendition, stored.seconds
    from videos cross join lateral (
      select rendition, sum(duration_seconds) as seconds from segments
      where video_id = videos.id and attempt = videos.attempt
      group by rendition
    ) stored
    where videos.id = any(${videoIds}::uuid[])`.execute(db);
  return rows;
}

/** Returns the latest completed videos, newest first; with `uploaderId`, only those of that account. */
export async function listCompleted(db: Db | Trx, uploaderId?: string): Promise<VideoRow[]> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('status', '=', 'completed')
    .where(of(uploaderId))
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_SIZE)
    .execute();
}

export type FailedRow = Pick<
  VideoRow,
  | 'id'
  | 'title'
  | 'attempt'
  | 'created_at'
  | 'updated_at'
  | 'failed_at'
  | 'failure_code'
  | 'failure_reason'
  | 'readable'
  | 'source_removed_at'
  | 'processing_error'
  | 'processing_log'
>;

/**
 * Returns the latest failed videos, newest first, each with the end of its log; with `uploaderId`, only those of that
 * account.
 */
export async function listFailed(db: Db | Trx, uploaderId?: string): Promise<FailedRow[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'title', 'attempt', 'created_at', 'updated_at', 'failed_at', 'failure_code'])
    .select(['readable', 'source_removed_at', 'failure_reason'])
    .select([
      'processing_error',
      sql<string | null>`right(processing_log, ${LOG_LENGTH})`.as('processing_log'),
    ])
    .where('status', '=', 'failed')
    .where(of(uploaderId))
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_SIZE)
    .execute();
}

/** Returns at most 100 videos of an uploader that need an approval: those sent back first, then the oldest. */
export async function listPendingBy(db: Db | Trx, uploaderId: string): Promise<VideoRow[]> {
  return db
    .selectFrom('videos')
    .selectAll()
    .where('uploader_id', '=', uploaderId)
    .where('wanted_visibility', 'is not', null)
    .orderBy(sql`approval is not distinct from 'sent_back'`, 'desc')
    .orderBy('approval_since')
    .orderBy('id')
    .limit(MAX_PENDING)
    .execute();
}

export interface StopperRow {
  videoId: string;
  /** Null if it was not an account. */
  id: string | null;
  name: string;
}

/** Returns the persons who cancelled these videos, as far as the audit log still knows them. */
export async function listStoppers(db: Db | Trx, videoIds: string[]): Promise<StopperRow[]> {
  if (videoIds.length === 0) return [];
  const { rows } = await sql<StopperRow>`
    select videos.id as "videoId", entry.actor_id as id, entry.actor_name as name
    from videos cross join lateral ${cancelEntry} entry
    where videos.id = any(${videoIds}::uuid[])`.execute(db);
  return rows;
}
