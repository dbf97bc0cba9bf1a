import { catalog, type Data } from '@larksong/contracts';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

export type ListName = 'waiting' | 'sent_back';

const PAGE_SIZE = 50;

const pagesOf = (list: ListName) => pagesFor(catalog.listApprovals, { list, limit: PAGE_SIZE });

/** Returns the videos of a list, oldest first, and the lengths of both lists. */
export function useApprovals(list: ListName) {
  return useInfiniteQuery({
    ...pagesOf(list),
    staleTime: 0,
    refetchOnWindowFocus: true,
    select: ({ pages }) => ({
      // A video that moved between two page requests is listed only once.
      videos: [...new Map(pages.flatMap(({ videos }) => videos.map((video) => [video.id, video]))).values()],
      counts: pages.at(-1)?.counts,
      isOn: pages.at(-1)?.isOn ?? true,
    }),
  });
}

/** Removes a decided video from the lists that are shown, so that they are not fetched again for each decision. */
export function removeDecided(id: string): void {
  for (const list of ['waiting', 'sent_back'] as const)
    queryClient.setQueryData(
      pagesOf(list).queryKey,
      (known: InfiniteData<Data<typeof catalog.listApprovals>> | undefined) =>
        known && { ...known, pages: without(known.pages, id, list) },
    );
}

type Pages = InfiniteData<Data<typeof catalog.listApprovals>>['pages'];

function without(pages: Pages, id: string, list: ListName): Pages {
  if (!pages.some(({ videos }) => videos.some((video) => video.id === id))) return pages;
  const name = list === 'waiting' ? 'waiting' : 'sentBack';
  return pages.map((page) => ({
    ...page,
    videos: page.videos.filter((video) => video.id !== id),
    counts: { ...page.counts, [name]: Math.max(0, page.counts[name] - 1) },
  }));
}
