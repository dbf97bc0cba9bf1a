import { auth, type Call } from '@larksong/contracts';

/** The endings of sessions according to auth, a few seconds late at most. */
export interface EndedFeed {
  /**
   * Resolves once all sessions that ended more than five seconds ago are known: at once, unless nobody has called it for
   * some seconds. While auth does not respond, it resolves at once, too.
   */
  follow(): Promise<void>;
  /** Returns whether a session is known to have ended. */
  has(sessionId: string): boolean;
}

/** Age of the last list from which the next one is fetched in the background, and from which it is waited for. */
const REFRESH_MS = 2000;
const MAX_AGE_MS = 4000;
const TIMEOUT_MS = 1000;
const MAX_ENDED = 50_000;

/**
 * Returns a feed that asks auth for the list of recently ended sessions, for all sessions in one call. It has no timer: an
 * idle service does not ask.
 */
export function createEndedFeed(options: {
  call: Call;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}): EndedFeed {
  const { call, now = () => performance.now() } = options;
  const ended = createIds();
  // What is cached is younger than the feed, so there is nothing to catch up with yet.
  let listedAt = now();
  let triedAt = listedAt;
  let asking: Promise<void> | undefined;
  let isSilent = false;

  async function ask(): Promise<void> {
    triedAt = now();
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const { data } = await call(auth.listEndedSessions, {}, { signal });
      for (const id of data.ids) ended.add(id);
      listedAt = triedAt;
      isSilent = false;
    } catch {
      isSilent = true;
      // The states themselves are asked for as well; an auth from before this call has never had more than those.
    } finally {
      asking = undefined;
    }
  }

  return {
    async follow() {
      if (now() - triedAt >= REFRESH_MS) asking ??= ask();
      while (!isSilent && now() - listedAt >= MAX_AGE_MS) await (asking ??= ask());
    },
    has: ended.has,
  };
}

/** Returns a set of the ids that were added last. */
function createIds() {
  const ids = new Set<string>();
  return {
    has: (id: string) => ids.has(id),
    add(id: string) {
      if (ids.has(id)) return;
      if (ids.size >= MAX_ENDED) ids.delete(ids.values().next().value ?? '');
      ids.add(id);
    },
  };
}
