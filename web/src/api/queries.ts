import type { Data, Endpoint, Input } from '@larksong/contracts';
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';

import { call } from './client.ts';

export type EndpointKey<E extends Endpoint> = readonly [operationId: string, input: Input<E>];

/** The key under which the answer to a call is cached: `[operationId, input]`. */
export function queryKeyOf<E extends Endpoint>(endpoint: E, input: Input<E>): EndpointKey<E> {
  return [endpoint.operationId, input];
}

type Options<E extends Endpoint> = Omit<
  UseQueryOptions<Data<E>, Error, Data<E>, EndpointKey<E>>,
  'queryKey' | 'queryFn'
>;

/** What `useQuery` takes to make a call of the contracts; gives the answer's `data`. */
export function queryFor<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options<E>) {
  return queryOptions({
    ...options,
    queryKey: queryKeyOf(endpoint, input),
    queryFn: async ({ signal }): Promise<Data<E>> => (await call(endpoint, input, { signal })).data,
  });
}
