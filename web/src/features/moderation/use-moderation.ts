import { ApiError, catalog, type Data } from '@larksong/contracts';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';

const PAGE_SIZE = 50;

type Pages = InfiniteData<Data<typeof catalog.listModeration>>['pages'];

const pagesOf = (list: catalog.ModerationList) =>
  pagesFor(catalog.listModeration, { list, limit: PAGE_SIZE });

/** Returns the comments of a list and the lengths of all lists. */
export function useModeration(list: catalog.ModerationList) {
  return useInfiniteQuery({
    ...pagesOf(list),
    staleTime: 0,
    refetchOnWindowFocus: true,
    select: ({ pages }) => ({
      // One that moved between two page requests is listed only once.
      comments: [...new Map(pages.flatMap((page) => page.comments.map((one) => [one.id, one]))).values()],
      counts: pages.at(-1)?.counts,
    }),
  });
}

/** Returns whether the site has no comments. */
export function isOff(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Removes decided comments from the lists that are shown, so that these are not fetched again for each decision. */
export function removeDecided(ids: readonly string[]): void {
  for (const list of catalog.MODERATION_LISTS)
    queryClient.setQueryData(
      pagesOf(list).queryKey,
      (known: InfiniteData<Data<typeof catalog.listModeration>> | undefined) =>
        known && { ...known, pages: without(known.pages, ids, list) },
    );
}

function without(pages: Pages, ids: readonly string[], list: catalog.ModerationList): Pages {
  const lost = pages.flatMap(({ comments }) => comments).filter(({ id }) => ids.includes(id)).length;
  if (lost === 0) return pages;
  return pages.map((page) => ({
    ...page,
    comments: page.comments.filter(({ id }) => !ids.includes(id)),
    counts: { ...page.counts, [list]: Math.max(0, page.counts[list] - lost) },
  }));
}
