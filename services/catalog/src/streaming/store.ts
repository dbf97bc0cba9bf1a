import type { catalog } from '@larksong/contracts';

import type { Db, VideoRow } from '../db/tables.ts';
import { ACCESS_COLUMNS } from '../library/videos/visibility.ts';

const COLUMNS = ['id', ...ACCESS_COLUMNS, 'attempt', 'plan', 'listed_segments'] as const;
export type StreamRow = Pick<VideoRow, (typeof COLUMNS)[number]>;

/** Returns the columns of a video that streaming needs, or undefined. */
export async function findStream(db: Db, videoId: string): Promise<StreamRow | undefined> {
  return db.selectFrom('videos').select(COLUMNS).where('id', '=', videoId).executeTakeFirst();
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
