import { auth } from '@larksong/contracts';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';

/** The accounts stand below, and who waits for a link asked for it just now. */
const PAGE_SIZE = 5;
/** Somebody who waits for a link is on the telephone. */
const LOOK_EVERY_MS = 10_000;

/** The mails that wait to be handed over, as far as they were asked for, and whether there is a mail server. */
export function useKeptMails() {
  return useInfiniteQuery(keptMails());
}

function keptMails() {
  return infiniteQueryOptions({
    ...pagesFor(auth.listKeptMails, { limit: PAGE_SIZE }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.hasMailServer === false ? LOOK_EVERY_MS : false),
    // A mail that moved while pages were asked for comes only once.
    select: ({ pages }): { hasMailServer: boolean; mails: auth.KeptMail[] } => ({
      hasMailServer: pages[0]?.hasMailServer ?? false,
      mails: [...new Map(pages.flatMap((page) => page.mails).map((mail) => [mail.id, mail])).values()],
    }),
  });
}
