import {
  getTranscodingStatus,
  getVideo,
  listLikedVideos,
  listRelatedVideos,
  listTagValues,
  listUnwatchedVideos,
  listVideos,
  listWatchedVideos,
} from '@larksong/contracts';
import type { QueryClient } from '@tanstack/react-query';

const ANSWERS_ABOUT_VIDEOS = [
  getVideo,
  listVideos,
  listLikedVideos,
  listWatchedVideos,
  listUnwatchedVideos,
  listRelatedVideos,
  listTagValues,
  getTranscodingStatus,
].map(({ operationId }) => operationId);

/** Asks anew for every copy of what is known of videos; resolves when what is on the screen is fresh. */
export async function refreshVideos(queries: QueryClient): Promise<void> {
  await Promise.all(ANSWERS_ABOUT_VIDEOS.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
