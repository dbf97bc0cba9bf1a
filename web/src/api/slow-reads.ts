import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';

import { createStore } from '../lib/store.ts';
import { invalidateMatching } from './invalidate.ts';
import { queryClient } from './query-client.ts';

/** A read that has taken this long is called slow. */
export const SLOW_AFTER_MS = 8000;

/** How to start each slow read over. */
export const slowReads = createStore<readonly (() => void)[]>([]);

/** `meta` of a query that no page waits for: its slowness is not mentioned. */
export const UNAWAITED = { isUnawaited: true };

/** Calls a read slow after 8 s, until the returned function is called. `startOver` aborts the read and makes it again. */
export function watchRead(startOver: () => void): () => void {
  const again = () => {
    end();
    timer = setTimeout(name, SLOW_AFTER_MS);
    startOver();
  };
  const name = () => slowReads.set([...slowReads.get(), again]);
  let timer = setTimeout(name, SLOW_AFTER_MS);
  const end = () => {
    clearTimeout(timer);
    if (slowReads.get().includes(again)) slowReads.set(slowReads.get().filter((other) => other !== again));
  };
  return end;
}

/** Returns the result of a read, and watches it until then. */
export function watched<T>(read: Promise<T>, startOver: () => void): Promise<T> {
  return read.finally(watchRead(startOver));
}

/**
 * Watches all queries that have no data yet, those in progress included. A refetch of data that is shown is not called
 * slow. Returns a function that stops it.
 */
export function watchQueries(): () => void {
  const cache = queryClient.getQueryCache();
  const ends = new Map<Query, () => void>();
  const update = (query: Query, isRemoved: boolean) => {
    const isAwaited = !isRemoved && isFirstRead(query);
    if (isAwaited === ends.has(query)) return;
    ends.get(query)?.();
    ends.delete(query);
    const startOver = () => void invalidateMatching({ predicate: (other) => other === query });
    if (isAwaited) ends.set(query, watchRead(startOver));
  };
  for (const query of cache.getAll()) update(query, false);
  const stop = cache.subscribe(({ type, query }: QueryCacheNotifyEvent) => update(query, type === 'removed'));
  return () => {
    stop();
    for (const end of ends.values()) end();
  };
}

/** Returns whether the query is being fetched for the first time, or again after a failure. */
function isFirstRead({ state, meta }: Query): boolean {
  const { status, fetchStatus } = state;
  return status === 'pending' && fetchStatus === 'fetching' && meta?.['isUnawaited'] !== true;
}
