import { auth } from '@larksong/contracts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';

const PAGE_SIZE = 25;

/**
 * Returns the loaded accounts that match `q`, of one role or of all. Those of the previous search remain until the new
 * ones arrive.
 */
export function useAccounts(q: string, role: auth.GivenRole | null) {
  return useInfiniteQuery(accountList(q, role));
}

function accountList(q: string, role: auth.GivenRole | null) {
  const query = { limit: PAGE_SIZE, ...(q === '' ? {} : { q }), ...(role && { role }) };
  return infiniteQueryOptions({
    ...pagesFor(auth.listAccounts, query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // An account that moved between two page requests is listed only once.
    select: ({ pages }): auth.Account[] => [
      ...new Map(pages.flatMap((page) => page.accounts).map((account) => [account.id, account])).values(),
    ],
  });
}
