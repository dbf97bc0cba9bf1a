import { catalog } from '@larksong/contracts';
import type { QueryClient } from '@tanstack/react-query';

const ANSWERS_ABOUT_VIDEOS = [
  catalog.getVideo,
  catalog.listVideos,
  catalog.listLikedVideos,
  catalog.listWatchedVideos,
  catalog.listUnwatchedVideos,
  catalog.listRelatedVideos,
  catalog.listTagValues,
  catalog.getTranscodingStatus,
].map(({ operationId }) => operationId);

/** Asks anew for every copy of what is known of videos; resolves when what is on the screen is fresh. */
export async function refreshVideos(queries: QueryClient): Promise<void> {
  await Promise.all(ANSWERS_ABOUT_VIDEOS.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
