import { catalog } from '@larksong/contracts';

/** The calls whose responses contain videos. */
export const VIDEO_CALLS = [
  catalog.getVideo,
  catalog.listVideos,
  catalog.listLikedVideos,
  catalog.listWatchedVideos,
  catalog.listUnwatchedVideos,
  catalog.listRelatedVideos,
] as const;
