import { auth } from '@larksong/contracts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';

const PAGE_SIZE = 25;

/** The accounts that match `q` as far as they were asked for; while another search is under way those of the last one. */
export function useAccounts(q: string) {
  return useInfiniteQuery(accountList(q));
}

function accountList(q: string) {
  const query = { limit: PAGE_SIZE, ...(q === '' ? {} : { q }) };
  return infiniteQueryOptions({
    ...pagesFor(auth.listAccounts, query),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // An account that moved while pages were asked for comes only once.
    select: ({ pages }): auth.Account[] => [
      ...new Map(pages.flatMap((page) => page.accounts).map((account) => [account.id, account])).values(),
    ],
  });
}
