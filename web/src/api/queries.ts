import type { Data, Endpoint, Input } from '@larksong/contracts';
import { queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';

import { call } from './client.ts';
import { READ_LIMIT_MS, withinLimit } from '../lib/time-limit.ts';

type EndpointKey<E extends Endpoint> = readonly [operationId: string, input: Input<E>];

type Options<E extends Endpoint> = Omit<
  UseQueryOptions<Data<E>, Error, Data<E>, EndpointKey<E>>,
  'queryKey' | 'queryFn'
>;

/** Returns the key under which the answer to a call is cached: `[operationId, input]`. */
export function queryKeyOf<E extends Endpoint>(endpoint: E, input: Input<E>): EndpointKey<E> {
  return [endpoint.operationId, input];
}

/** Returns the query that makes a call of the contracts and caches the `data` of its response. */
export function queryFor<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options<E>) {
  return queryOptions({
    ...options,
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }): Promise<Data<E>> => read(endpoint, input, signal),
  });
}

/** Reads the data of an endpoint in a component: makes the call unless a fresh response is cached. */
export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options<E>) {
  return useQuery(queryFor(endpoint, input, options));
}

/**
 * Returns the options of an infinite query that fetches a list page by page. The endpoint takes and returns cursors.
 */
export function pagesFor<E extends Endpoint>(
  endpoint: E,
  query: NonNullable<Query<E>>,
  rest?: Omit<Input<E>, 'query'>,
) {
  return {
    // Kept apart from the key of a single response to the same call, which has another shape.
    queryKey: [endpoint.operationId, { ...rest, query }, 'pages'] as const,
    queryFn: (page: { pageParam: string | null; signal: AbortSignal }): Promise<Data<E>> => {
      const cursor = page.pageParam === null ? {} : { cursor: page.pageParam };
      const input = { ...rest, query: { ...query, ...cursor } } as unknown as Input<E>; // a query and the rest
      return read(endpoint, input, page.signal);
    },
    initialPageParam: null as string | null, // widened: later pages have a cursor
    getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  };
}

/** When the time of a response is up, by the signal that all attempts of a query share; in `performance.now()`. */
const deadlines = new WeakMap<AbortSignal, number>();

/** Makes a call whose retries share the time of one read. */
async function read<E extends Endpoint>(endpoint: E, input: Input<E>, signal: AbortSignal): Promise<Data<E>> {
  const deadlineMs = deadlines.get(signal) ?? performance.now() + READ_LIMIT_MS;
  deadlines.set(signal, deadlineMs);
  const limit = { limitMs: deadlineMs - performance.now(), signal };
  const { data } = await withinLimit(limit, (own) => call(endpoint, input, { signal: own }));
  deadlines.delete(signal); // the next page of the list has its own
  return data;
}

type Query<E extends Endpoint> = 'query' extends keyof Input<E> ? Input<E>['query'] : never;
