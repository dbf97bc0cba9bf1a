import type { catalog } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { encodeCursor } from '../videos/cursor.ts';
import { listVideosById } from '../videos/read-store.ts';
import { toVideo } from '../videos/video.ts';
import type { VideoViewer } from '../videos/viewer.ts';
import { canFind, toAccessRules } from '../videos/visibility.ts';
import type { ListPosition } from './store.ts';

/** Returns the videos of hits as one viewer sees them, without those that were deleted or hidden in the meantime. */
export async function loadVideos(
  db: Db,
  hits: ListPosition[],
  viewer: VideoViewer,
): Promise<catalog.VideoPage['videos']> {
  const rows = await listVideosById(
    db,
    hits.map(({ id }) => id),
    viewer,
  );
  const now = new Date();
  return rows.filter((row) => canFind(viewer, toAccessRules(row))).map((row) => toVideo(row, viewer, now));
}

/** Builds a page from `limit + 1` hits; the extra one shows whether more follow. */
export async function toPage(
  db: Db,
  hits: ListPosition[],
  { viewer, limit }: { viewer: VideoViewer; limit: number },
): Promise<catalog.VideoPage> {
  const shown = hits.slice(0, limit);
  const last = hits.length > limit ? shown.at(-1) : undefined;
  return { videos: await loadVideos(db, shown, viewer), nextCursor: last ? encodeCursor(last) : null };
}
