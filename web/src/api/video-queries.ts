import { catalog } from '@larksong/contracts';

import { invalidate } from './queries.ts';

/** The calls whose answers hold videos. */
export const VIDEO_CALLS = [
  catalog.getVideo,
  catalog.listVideos,
  catalog.listLikedVideos,
  catalog.listWatchedVideos,
  catalog.listUnwatchedVideos,
  catalog.listRelatedVideos,
] as const;

/** Marks everything that is known about videos as stale; resolves when what is on the screen has been fetched again. */
export function refreshVideos(): Promise<void> {
  return invalidate(...VIDEO_CALLS, catalog.listTagValues, catalog.getTranscodingStatus);
}
