import type { catalog } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { encodeCursor } from '../videos/cursor.ts';
import { listVideosById } from '../videos/read-store.ts';
import { toVideo } from '../videos/video.ts';
import { canFind, toGuarded, type Seer } from '../videos/visibility.ts';
import type { Hit } from './store.ts';

/** The videos of hits as one viewer sees them, less what was deleted or hidden since they were found. */
export async function loadVideos(
  db: Db,
  hits: Hit[],
  viewer: Seer | null,
): Promise<catalog.VideoPage['videos']> {
  const rows = await listVideosById(
    db,
    hits.map(({ id }) => id),
    viewer,
  );
  const now = new Date();
  return rows.filter((row) => canFind(viewer, toGuarded(row))).map((row) => toVideo(row, viewer, now));
}

/** A page of at most `limit` out of hits of which one more was asked for, to know whether there is a next page. */
export async function toPage(
  db: Db,
  hits: Hit[],
  { viewer, limit }: { viewer: Seer | null; limit: number },
): Promise<catalog.VideoPage> {
  const shown = hits.slice(0, limit);
  const last = hits.length > limit ? shown.at(-1) : undefined;
  return { videos: await loadVideos(db, shown, viewer), nextCursor: last ? encodeCursor(last) : null };
}
