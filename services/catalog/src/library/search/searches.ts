import { AppError, createSlots, toClientNetwork, withCancellation } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { Db } from '../../db/tables.ts';

/** Number of searches that run at once, and of connections for them. */
export const SEARCHES_AT_ONCE = 3;
const WAIT_MS = 3000;
/** After a search that took longer, its account or network rests as long as that took, so that it has at most half a core. */
const CHEAP_MS = 20;
const MAX_REST_MS = 300;

export interface Searches {
  /**
   * Runs `work` on a connection for searches when its turn comes. Its statements are cancelled if the client leaves. Throws
   * TOO_BUSY if its turn does not come within three seconds.
   */
  run: <Result>(request: FastifyRequest, work: (db: Db) => Promise<Result>) => Promise<Result>;
}

/**
 * Limits searches, since one can cost as much as a thousand ordinary lists. Each account, nest or client network can run one
 * at a time, they take turns, and all share the few connections of `searches`. `db` is the pool of all other calls.
 */
export function createSearches({ db, searches }: { db: Db; searches: Db }): Searches {
  const slots = createSlots({ total: SEARCHES_AT_ONCE, perKey: 1 });
  return {
    async run(request, work) {
      const { signal } = request;
      const over = new AbortController();
      const leave = () => over.abort(signal.reason);
      const timer = setTimeout(() => over.abort(new AppError('TOO_BUSY', { retryAfterSeconds: 2 })), WAIT_MS);
      signal.addEventListener('abort', leave, { once: true });
      try {
        const person = request.viewer?.id ?? request.nest?.nestId;
        await slots.hold(person ?? toClientNetwork(request.ip), over.signal);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      }
      const begin = performance.now();
      try {
        return await withCancellation({ db: searches, control: db, signal }, work);
      } finally {
        const tookMs = performance.now() - begin;
        // Gives the turn to the next one, also after a client has left, once its statement has ended.
        if (tookMs < CHEAP_MS) over.abort();
        else setTimeout(() => over.abort(), Math.min(tookMs, MAX_REST_MS)).unref();
      }
    },
  };
}
