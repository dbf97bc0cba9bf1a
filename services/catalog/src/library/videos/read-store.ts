import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { CaptionRow, Db, OpinionKind, Trx, VideoRow } from '../../db/tables.ts';
import { nestWay } from './nest-way-store.ts';
import { accountIdOf, type VideoViewer } from './viewer.ts';
import {
  ACCESS_COLUMNS,
  toAccessRules,
  type AccessRules,
  type NestWay,
  type PlaybackState,
} from './visibility.ts';

/** A video with the uploader's names and the viewer's own data. */
export interface ShownVideo extends VideoRow {
  uploader_username: string;
  uploader_display_name: string | null;
  tags: catalog.Tag[];
  captions: CaptionRow[];
  /** The viewer's own opinion; null for visitors. */
  opinion: OpinionKind | null;
  opinion_at: Date | null;
  position_seconds: number | null;
  /** Null for everybody but nests. */
  nest_way: NestWay | null;
}

function selectVideos(db: Db | Trx, viewer: VideoViewer) {
  const viewerId = sql<string>`${accountIdOf(viewer)}::uuid`;
  return db
    .selectFrom('videos')
    .innerJoin('uploaders', 'uploaders.id', 'videos.uploader_id')
    .leftJoin('video_opinions', (join) =>
      join.onRef('video_opinions.video_id', '=', 'videos.id').on('video_opinions.user_id', '=', viewerId),
    )
    .leftJoin('watched_videos', (join) =>
      join.onRef('watched_videos.video_id', '=', 'videos.id').on('watched_videos.user_id', '=', viewerId),
    )
    .selectAll('videos')
    .select([
      'uploaders.username as uploader_username',
      'uploaders.display_name as uploader_display_name',
      'video_opinions.kind as opinion',
      'video_opinions.created_at as opinion_at',
      'watched_videos.position_seconds',
      nestWay(viewer, sql`videos.id`).as('nest_way'),
      sql<catalog.Tag[]>`coalesce((
        select json_agg(json_build_object('tagType', tag_type, 'tagValue', tag_value) order by tag_type, tag_value)
        from video_tags where video_tags.video_id = videos.id
      ), '[]')`.as('tags'),
      sql<CaptionRow[]>`coalesce((
        select json_agg(json_build_object('id', id, 'language', language, 'label', label, 'key', key) order by language)
        from video_captions where video_captions.video_id = videos.id
      ), '[]')`.as('captions'),
    ]);
}

/** Returns a video with the viewer's opinion and progress, or undefined. Does not check access. */
export async function findVideo(
  db: Db | Trx,
  id: string,
  viewer: VideoViewer,
): Promise<ShownVideo | undefined> {
  return selectVideos(db, viewer).where('videos.id', '=', id).executeTakeFirst();
}

/** Returns videos in the order of `ids`, without those that no longer exist. Does not check access. */
export async function listVideosById(db: Db, ids: string[], viewer: VideoViewer): Promise<ShownVideo[]> {
  if (ids.length === 0) return [];
  const rows = await selectVideos(db, viewer)
    .where('videos.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns the fields that decide access to a video for one viewer, and its view count; undefined if there is no such
 * video.
 */
export async function findAccessRules(
  db: Db,
  id: string,
  viewer: VideoViewer,
): Promise<(AccessRules & PlaybackState & { viewCount: number }) | undefined> {
  const row = await db
    .selectFrom('videos')
    .select([...ACCESS_COLUMNS, 'view_count', nestWay(viewer, sql`videos.id`).as('nest_way')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toAccessRules(row), viewCount: row.view_count };
}
