import { ApiError } from '@larksong/contracts';
import { QueryClient } from '@tanstack/react-query';

import { NoAnswerError } from '../lib/time-limit.ts';

const MAX_RETRIES = 2;

/** Returns whether to retry: only if the connection failed or after a 5xx; a refusal and silence are final. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (error instanceof NoAnswerError) return false;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failureCount < MAX_RETRIES;
}

/** Creates a cache whose data stays fresh for 30 s and whose failed calls are retried by `isWorthRetrying`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 30_000,
        // The server may be this very machine, so calls are made even if the browser believes that it is offline.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The page's only query cache. */
export const queryClient = createQueryClient();
