import { listVideos, type Video, type VideoPage } from '@larksong/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import type { VideoSort } from './filters.ts';

/** Videos of one page of the list (specification section 9). */
const PAGE_SIZE = 50;

function videoList(sort: VideoSort | undefined) {
  const query = { limit: PAGE_SIZE, ...(sort === undefined ? {} : { sort }) };
  return infiniteQueryOptions({
    // pages of pages, so that the answers do not lie where single answers to the same call would
    queryKey: [...queryKeyOf(listVideos, { query }), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      return (await call(listVideos, { query: { ...query, ...cursor } }, { signal })).data;
    },
    initialPageParam: null as string | null, // widened: later pages have a cursor
    getNextPageParam: (page) => page.nextCursor,
    select: (data) => toVideos(data.pages),
  });
}

/** The list of videos as far as it was asked for, in the server's order. */
export function useVideoList(sort?: VideoSort) {
  return useInfiniteQuery(videoList(sort));
}

/** A video that moved up while pages were asked for comes only once. */
function toVideos(pages: readonly VideoPage[]): Video[] {
  const videos = new Map(pages.flatMap((page) => page.videos).map((video) => [video.id, video]));
  return [...videos.values()];
}
