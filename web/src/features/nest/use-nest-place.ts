import { catalog, type Data } from '@larksong/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { queryKeyOf, useCall } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** How often the place is read again if the site does not answer. */
const RETRY_MS = 5000;

/** How often it is read again after good night: a grown-up may give more time, or another day begins. */
const ASLEEP_MS = 30_000;

/** How old it may be where it only says what is played. */
const FRESH_MS = 30_000;

/** Reads the place of the chosen nest, which also renews the right to its streams. */
export function useNestPlace(staleTime = FRESH_MS) {
  return useCall(
    catalog.getNest,
    {},
    {
      staleTime,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state }) => {
        if (state.status === 'error') return RETRY_MS;
        return state.data?.time.state === 'over' ? ASLEEP_MS : false;
      },
    },
  );
}

/** What the last report of the song or the game that is played was answered; null without one. */
const reported = createStore<catalog.NestTime | null>(null);

/** Keeps how much time is left for the song or the game that is played, and whether it counts. */
export function keepSongTime(time: catalog.NestTime): void {
  reported.set(time);
  keepTime(time);
}

/** Forgets what was played: from then on, the place says how much time is left. */
export function forgetSongTime(): void {
  reported.set(null);
}

/**
 * Returns how much time is left for the song that plays. Only the answers to its reports know that the last one may be
 * played out: the place, which is read again whenever the page is seen, says that the time is over.
 */
export function useSongTime(): catalog.NestTime | undefined {
  const ofPlace = useNestPlace().data?.time;
  return useStore(reported) ?? ofPlace;
}

/** Returns whether what is played counts. The place does not know, whenever it is read. */
export function useIsCounting(): boolean {
  return useStore(reported)?.isCounting ?? false;
}

/** Reads the place again at once, as when its time is over. */
export async function refreshPlace(): Promise<void> {
  forgetSongTime();
  await queryClient.invalidateQueries({ queryKey: queryKeyOf(catalog.getNest, {}) });
}

/** Returns the highest volume of the nest, from 0 to 1. */
export function highestVolume(): number {
  const place = queryClient.getQueryData<Data<typeof catalog.getNest>>(queryKeyOf(catalog.getNest, {}));
  return (place?.volume ?? 100) / 100;
}

/** Stores how much time is left, as the answer to a report says. */
function keepTime(time: catalog.NestTime): void {
  queryClient.setQueryData<Data<typeof catalog.getNest>>(
    queryKeyOf(catalog.getNest, {}),
    (before) => before && { ...before, time },
  );
}

/** Returns the songs of a row that have arrived, and loads further ones. */
export function useRowSongs(row: catalog.NestPlaceRow) {
  const { data, isFetching, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    queryKey: [catalog.getNestRow.operationId, row.id, row.nextCursor],
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { rowId: row.id }, query: { cursor: pageParam } };
      return (await call(catalog.getNestRow, input, { signal })).data.row;
    },
    initialPageParam: row.nextCursor ?? '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: false, // the row comes with its first songs
  });
  const hasMore = row.nextCursor !== null && (data === undefined || hasNextPage);
  const all = [row, ...(data?.pages ?? [])].flatMap(({ songs }) => songs);
  return {
    songs: [...new Map(all.map((song) => [song.id, song])).values()],
    hasMore,
    loadMore: (): void => {
      if (hasMore && !isFetching) void (data === undefined ? refetch() : fetchNextPage());
    },
  };
}
