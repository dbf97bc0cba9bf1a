import type { Extras, Plan, Resolution, Tag, Visibility } from '@larksong/contracts';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';

import type { Db, Tables, Trx, VideoRow } from '../db/schema.ts';
import { decodeCursor, type Cursor } from './cursor.ts';
import type { Seer } from './visibility.ts';

/** A video with its uploader's names and its tags. */
export interface VideoWithNames extends VideoRow {
  uploader_username: string;
  uploader_display_name: string | null;
  tags: Tag[];
}

function selectVideos(db: Db | Trx) {
  return db
    .selectFrom('videos')
    .innerJoin('uploaders', 'uploaders.id', 'videos.uploader_id')
    .selectAll('videos')
    .select([
      'uploaders.username as uploader_username',
      'uploaders.display_name as uploader_display_name',
      sql<Tag[]>`coalesce((
        select json_agg(json_build_object('tagType', tag_type, 'tagValue', tag_value) order by tag_type, tag_value)
        from video_tags where video_tags.video_id = videos.id
      ), '[]')`.as('tags'),
    ]);
}

/** The same rule as `canView`, in SQL. */
function visibleTo(viewer: Seer | null) {
  return (eb: ExpressionBuilder<Tables, 'videos'>) => {
    if (!viewer) return eb('videos.visibility', '=', 'public');
    if (viewer.role === 'superadmin') return sql<SqlBool>`true`;
    return eb.or([
      eb('videos.visibility', 'in', ['public', 'registered']),
      eb('videos.uploader_id', '=', viewer.id),
      eb('videos.private_user_id', '=', viewer.id),
    ]);
  };
}

export type Sort = 'newest' | 'most_viewed';

/** Whether a cursor's value is one of this order: milliseconds since 1970, or a count. */
const isWhole = (value: string) => /^\d{1,15}$/.test(value);

/** One page of what a viewer may watch: completed videos and those that are playable already. */
export async function listVideos(
  db: Db,
  query: { viewer: Seer | null; sort: Sort; limit: number; cursor: string | undefined },
): Promise<{ videos: VideoWithNames[]; next: Cursor | null }> {
  const column = query.sort === 'newest' ? ('videos.created_at' as const) : ('videos.view_count' as const);
  let select = selectVideos(db)
    .where(visibleTo(query.viewer) as never) // typed for the bare table; the join adds names only
    .where('videos.status', '<>', 'failed')
    .where('videos.playable_at', 'is not', null)
    .orderBy(column, 'desc')
    .orderBy('videos.id', 'desc')
    .limit(query.limit + 1);
  if (query.cursor !== undefined) {
    const { value, id } = decodeCursor(query.cursor, isWhole);
    const after =
      query.sort === 'newest'
        ? sql`to_timestamp(${value}::bigint / 1000.0)::timestamptz(3)`
        : sql`${value}::integer`;
    select = select.where(sql<SqlBool>`(${sql.ref(column)}, videos.id) < (${after}, ${id}::uuid)`);
  }
  const rows = await select.execute();
  const videos = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? videos.at(-1) : undefined;
  if (!last) return { videos, next: null };
  const value = query.sort === 'newest' ? last.created_at.getTime() : last.view_count;
  return { videos, next: { value: String(value), id: last.id } };
}

export async function findVideo(db: Db | Trx, id: string): Promise<VideoWithNames | undefined> {
  return selectVideos(db).where('videos.id', '=', id).executeTakeFirst();
}

export interface NewVideo {
  id: string;
  title: string;
  description: string;
  visibility: Visibility;
  privateUserId: string | null;
  uploaderId: string;
  idempotencyKey: string | null;
  requestId: string;
  resolutions: Resolution[];
  sourceKey: string;
  sourceSizeBytes: number;
}

export async function createVideo(trx: Trx, video: NewVideo): Promise<void> {
  await trx
    .insertInto('videos')
    .values({
      id: video.id,
      title: video.title,
      description: video.description,
      visibility: video.visibility,
      private_user_id: video.privateUserId,
      uploader_id: video.uploaderId,
      idempotency_key: video.idempotencyKey,
      request_id: video.requestId,
      status: 'processing',
      requested_resolutions: video.resolutions,
      source_key: video.sourceKey,
      source_size_bytes: video.sourceSizeBytes,
    })
    .execute();
}

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

/** Adds tags; those that the video has already change nothing. */
export async function addTags(trx: Trx, videoId: string, tags: Tag[]): Promise<void> {
  await trx
    .insertInto('video_tags')
    .values(tags.map((tag) => ({ video_id: videoId, tag_type: tag.tagType, tag_value: tag.tagValue })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

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

/** Uploaders whose names were copied longest ago, at least a minute. */
export async function listStaleUploaders(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('uploaders')
    .select('id')
    .where('refreshed_at', '<', sql<Date>`now() - interval '1 minute'`)
    .orderBy('refreshed_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.id);
}

export async function savePlan(trx: Trx, videoId: string, plan: Plan): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ plan: JSON.stringify(plan), duration_seconds: plan.durationSeconds, updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

export async function saveExtras(trx: Trx, videoId: string, extras: Extras): Promise<void> {
  await trx
    .updateTable('videos')
    .set({ extras: JSON.stringify(extras), updated_at: sql`now()` })
    .where('id', '=', videoId)
    .execute();
}

export async function saveListing(
  trx: Trx,
  videoId: string,
  listing: { listed: number; playable: boolean },
): Promise<void> {
  await trx
    .updateTable('videos')
    .set({
      listed_segments: listing.listed,
      updated_at: sql`now()`,
      ...(listing.playable ? { playable_at: sql<Date>`coalesce(playable_at, now())` } : {}),
    })
    .where('id', '=', videoId)
    .execute();
}

export async function markCompleted(trx: Trx, videoId: string, durationSeconds: number): Promise<boolean> {
  const updated = await trx
    .updateTable('videos')
    .set({
      status: 'completed',
      duration_seconds: durationSeconds,
      completed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function markFailed(
  trx: Trx,
  videoId: string,
  failure: { message: string; log: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable('videos')
    .set({
      status: 'failed',
      processing_error: failure.message,
      processing_log: failure.log,
      failed_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
