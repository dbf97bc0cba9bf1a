import { catalog } from '@larksong/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import { readTokens } from '../../api/tokens.ts';
import { matchesFilter, toFilterText, toListQuery, toPersonalKind, type ListWish } from './filters.ts';

/** Videos of one page of the list (specification section 9). */
const PAGE_SIZE = 50;
/** Less than half of the 10 minutes for which an answer lets a viewer fetch pictures that are not for everybody. */
const KEEP_ACCESS_MS = 240_000;

const PERSONAL = {
  favorites: catalog.listLikedVideos,
  watched: catalog.listWatchedVideos,
  unwatched: catalog.listUnwatchedVideos,
} as const;

/** The videos of a wish as far as they were asked for, in the server's order, each once. Unless `enabled` none is. */
export function useVideoList(wish: ListWish, { enabled = true } = {}) {
  // A session can end before anything is drawn anew; a list of one's own is then not asked for any more.
  const isOpen = () => toPersonalKind(wish.filter) === null || readTokens() !== null;
  return useInfiniteQuery({ ...videoList(wish), enabled: enabled && isOpen });
}

export type VideoList = ReturnType<typeof useVideoList>;

/** Has a list asked for anew: at once where it is shown, otherwise when it will be. */
export function useReloadList(): (wish: ListWish) => void {
  const queryClient = useQueryClient();
  return (wish) => void queryClient.invalidateQueries({ queryKey: videoList(wish).queryKey, exact: true });
}

function videoList(wish: ListWish) {
  const filter = toFilterText(wish.filter);
  return infiniteQueryOptions({
    // pages of pages, so that the answers do not lie where single answers to the same call would
    queryKey: [...keyOf(wish), 'pages'],
    queryFn: ({ pageParam, signal }) => fetchPage(wish, { cursor: pageParam, signal }),
    initialPageParam: null as string | null, // widened: later pages have a cursor
    getNextPageParam: (page) => page.nextCursor,
    select: (data) => toVideos(data.pages).filter((video) => matchesFilter(video, wish.filter)),
    // While words are typed, the videos of the last ones stay; another chip begins anew.
    meta: { filter },
    placeholderData: (previous, query) => (query?.meta?.['filter'] === filter ? previous : undefined),
    refetchInterval: ({ state }) => (hasGuarded(state.data?.pages) ? KEEP_ACCESS_MS : false),
    // One's own lists change with what one does elsewhere on the site.
    ...(toPersonalKind(wish.filter) === null ? {} : { staleTime: 0 }),
  });
}

function keyOf({ filter, q }: ListWish): readonly unknown[] {
  const kind = toPersonalKind(filter);
  return kind === null
    ? queryKeyOf(catalog.listVideos, { query: { limit: PAGE_SIZE, ...toListQuery(filter, q) } })
    : queryKeyOf(PERSONAL[kind], { query: { limit: PAGE_SIZE } });
}

async function fetchPage(
  { filter, q }: ListWish,
  page: { cursor: string | null; signal: AbortSignal },
): Promise<catalog.VideoPage> {
  const { signal } = page;
  const query = { limit: PAGE_SIZE, ...(page.cursor === null ? {} : { cursor: page.cursor }) };
  const kind = toPersonalKind(filter);
  const answer =
    kind === null
      ? await call(catalog.listVideos, { query: { ...query, ...toListQuery(filter, q) } }, { signal })
      : await call(PERSONAL[kind], { query }, { signal });
  return answer.data;
}

/** A video that moved up while pages were asked for comes only once. */
function toVideos(pages: readonly catalog.VideoPage[]): catalog.Video[] {
  const videos = new Map(pages.flatMap((page) => page.videos).map((video) => [video.id, video]));
  return [...videos.values()];
}

function hasGuarded(pages: readonly catalog.VideoPage[] = []): boolean {
  return pages.some((page) => page.videos.some((video) => video.visibility !== 'public'));
}
