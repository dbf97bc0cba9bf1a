import { catalog } from '@larksong/contracts';

import { invalidate } from './invalidate.ts';

/** The calls whose responses contain videos. */
export const VIDEO_CALLS = [
  catalog.getVideo,
  catalog.listVideos,
  catalog.listLikedVideos,
  catalog.listWatchedVideos,
  catalog.listUnwatchedVideos,
  catalog.listRelatedVideos,
] as const;

/** Marks all cached data about videos as stale. Resolves when the data in use has been refetched. */
export function refreshVideos(): Promise<void> {
  return invalidate(...VIDEO_CALLS, catalog.listTagValues, catalog.getTranscodingStatus);
}
