import { auth, catalog, game, type AuditArea, type AuditEntry } from '@larksong/contracts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { pagesFor } from '../../api/queries.ts';
import type { Filters } from './filters.ts';
import { toQuery } from './filters.ts';

const PAGE_SIZE = 50;

/** The calls that read the log of a part of the site. */
export const LOGS = {
  videos: catalog.auditLog,
  accounts: auth.auditLog,
  game: game.auditLog,
} satisfies Record<AuditArea, unknown>;

/** Returns the loaded entries of a log. Those of the previous filters remain until the new ones arrive. */
export function useChanges(area: AuditArea, filters: Filters) {
  return useInfiniteQuery(
    infiniteQueryOptions({
      ...pagesFor(LOGS[area].list, { limit: PAGE_SIZE, ...toQuery(filters) }),
      placeholderData: keepPreviousData,
      staleTime: 0,
      select: ({ pages }): AuditEntry[] => pages.flatMap((page) => page.entries),
    }),
  );
}
