import { ApiError } from '@larksong/contracts';
import { QueryClient } from '@tanstack/react-query';

const MOST_RETRIES = 2;

/** A refusal stays a refusal; only no answer and 5xx are worth another try. */
export function isWorthRetrying(failureCount: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failureCount < MOST_RETRIES;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        staleTime: 30_000,
        // The server may be this very machine: the browser's idea of being offline must not hold calls back.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The one cache of the page. */
export const queryClient = createQueryClient();
