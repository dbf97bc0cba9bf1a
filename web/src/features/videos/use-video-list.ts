import { catalog } from '@larksong/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';

import { invalidateMatching } from '../../api/invalidate.ts';
import { pagesFor } from '../../api/queries.ts';
import { readTokens } from '../../api/tokens.ts';
import {
  matchesFilter,
  toFilterText,
  toListQuery,
  toPersonalKind,
  type ListRequest,
} from './filters/filters.ts';

/** Videos on a page of the list (specification section 9). */
const PAGE_SIZE = 50;
/** Less than half of the 10 minutes for which a response lets a viewer fetch pictures that are not public. */
const KEEP_ACCESS_MS = 240_000;

const PERSONAL = {
  favorites: catalog.listLikedVideos,
  watched: catalog.listWatchedVideos,
  unwatched: catalog.listUnwatchedVideos,
} as const;

/** Reads the loaded videos of a list in the server's order, each once. Makes no call unless `enabled`. */
export function useVideoList(request: ListRequest, { enabled = true } = {}) {
  // A session can end before the next render; a personal list is then no longer requested.
  const isOpen = () => toPersonalKind(request.filter) === null || readTokens() !== null;
  return useInfiniteQuery({ ...videoList(request), enabled: enabled && isOpen });
}

export type VideoList = ReturnType<typeof useVideoList>;

/** Marks a list as stale: it is refetched at once if it is shown, otherwise when it is shown next. */
export function reloadList(request: ListRequest): void {
  void invalidateMatching({ queryKey: videoList(request).queryKey, exact: true });
}

function videoList(request: ListRequest) {
  const filter = toFilterText(request.filter);
  return infiniteQueryOptions({
    ...pagesOf(request),
    select: (data) => toVideos(data.pages).filter((video) => matchesFilter(video, request.filter)),
    // While the user types, the previous results stay; another chip starts empty.
    meta: { filter },
    placeholderData: (previous, query) => (query?.meta?.['filter'] === filter ? previous : undefined),
    refetchInterval: ({ state }) => (hasRestrictedVideos(state.data?.pages) ? KEEP_ACCESS_MS : false),
    // Personal lists change with actions elsewhere on the site.
    ...(toPersonalKind(request.filter) === null ? {} : { staleTime: 0 }),
  });
}

function pagesOf({ filter, q }: ListRequest) {
  const kind = toPersonalKind(filter);
  return kind === null
    ? pagesFor(catalog.listVideos, { limit: PAGE_SIZE, ...toListQuery(filter, q) })
    : pagesFor(PERSONAL[kind], { limit: PAGE_SIZE });
}

/** Lists a video that moved between two page requests only once. */
function toVideos(pages: readonly catalog.VideoPage[]): catalog.Video[] {
  const videos = new Map(pages.flatMap((page) => page.videos).map((video) => [video.id, video]));
  return [...videos.values()];
}

function hasRestrictedVideos(pages: readonly catalog.VideoPage[] = []): boolean {
  return pages.some((page) => page.videos.some((video) => video.visibility !== 'public'));
}
