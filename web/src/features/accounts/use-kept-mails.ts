import { auth } from '@larksong/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';

/** Few, since the accounts follow below and the wanted mail was requested a moment ago. */
const PAGE_SIZE = 5;
/** Frequent, since the recipient may be waiting on the telephone. */
const POLL_INTERVAL_MS = 10_000;

/** Returns the loaded mails that are waiting to be passed on, and whether there is a mail server. */
export function useKeptMails() {
  return useInfiniteQuery(keptMails());
}

function keptMails() {
  return infiniteQueryOptions({
    ...pagesFor(auth.listKeptMails, { limit: PAGE_SIZE }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.hasMailServer === false ? POLL_INTERVAL_MS : false,
    // A mail that moved between two page requests is listed only once.
    select: ({ pages }): { hasMailServer: boolean; mails: auth.KeptMail[] } => ({
      hasMailServer: pages[0]?.hasMailServer ?? false,
      mails: [...new Map(pages.flatMap((page) => page.mails).map((mail) => [mail.id, mail])).values()],
    }),
  });
}
