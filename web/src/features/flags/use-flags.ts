import { catalog } from '@larksong/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';

export type FlagList = 'open' | 'closed';

const PAGE_SIZE = 50;

/** Returns the flags of a list, newest first, and how many are open. */
export function useFlags(list: FlagList) {
  return useInfiniteQuery({
    ...pagesFor(catalog.listFlags, { list, limit: PAGE_SIZE }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    select: ({ pages }) => ({
      flags: pages.flatMap((page) => page.flags),
      openCount: pages[0]?.openCount,
    }),
  });
}
