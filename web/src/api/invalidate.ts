import type { Endpoint } from '@larksong/contracts';
import type { QueryFilters } from '@tanstack/react-query';

import { queryClient } from './query-client.ts';

/**
 * Marks the cached responses of endpoints as stale, whatever their input, and refetches those in use. Resolves when
 * these have arrived or failed.
 */
export function invalidate(...endpoints: readonly Endpoint[]): Promise<void> {
  const operations: unknown[] = endpoints.map(({ operationId }) => operationId);
  return invalidateMatching({ predicate: ({ queryKey: [operation] }) => operations.includes(operation) });
}

/** Does the same with the cached responses that match filters. */
export async function invalidateMatching(filters: QueryFilters): Promise<void> {
  const matching = queryClient.getQueryCache().findAll(filters);
  const these: QueryFilters = { predicate: (query) => matching.includes(query) };
  // A first response in flight may be older than the change; TanStack Query would wait for it instead of refetching.
  void queryClient.cancelQueries({ ...these, type: 'active' });
  await queryClient.invalidateQueries(these);
}
