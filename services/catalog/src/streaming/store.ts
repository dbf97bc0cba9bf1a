import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, VideoRow } from '../db/tables.ts';
import { nestWay } from '../library/videos/nest-way-store.ts';
import type { VideoViewer } from '../library/videos/viewer.ts';
import { ACCESS_COLUMNS, type NestWay } from '../library/videos/visibility.ts';

const COLUMNS = ['id', ...ACCESS_COLUMNS, 'attempt', 'plan', 'listed_segments', 'duration_seconds'] as const;
export type StreamRow = Pick<VideoRow, (typeof COLUMNS)[number]> & { nest_way: NestWay | null };

/** Returns the columns of a video that streaming needs for one viewer, or undefined. */
export async function findStream(
  db: Db,
  videoId: string,
  viewer: VideoViewer,
): Promise<StreamRow | undefined> {
  return db
    .selectFrom('videos')
    .select([...COLUMNS, nestWay(viewer, sql`videos.id`).as('nest_way')])
    .where('id', '=', videoId)
    .executeTakeFirst();
}

/** Returns the segments of a rendition with an index below `before`, in order. */
export async function listRenditionSegments(
  db: Db,
  of: { videoId: string; attempt: number; rendition: catalog.Rendition; before: number },
): Promise<{ index: number; key: string; init_key: string; duration_seconds: number }[]> {
  return db
    .selectFrom('segments')
    .select(['index', 'key', 'init_key', 'duration_seconds'])
    .where('video_id', '=', of.videoId)
    .where('attempt', '=', of.attempt)
    .where('rendition', '=', of.rendition)
    .where('index', '<', of.before)
    .orderBy('index')
    .execute();
}
