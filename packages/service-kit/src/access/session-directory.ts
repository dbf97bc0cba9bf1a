import { ApiError, type Call } from '@larksong/contracts';

import type { Logger } from '../base/logger.ts';
import type { EndedFeed } from './ended-feed.ts';

/** The state of a session, whatever else is known of it. */
interface State {
  active: boolean;
  /** Whether auth does not respond and this state is older than requested. */
  isStale?: boolean;
}

/** The states of sessions according to auth. */
export interface Directory<S extends State> {
  /**
   * Returns a state that is at most `maxAgeSeconds` old. While auth does not respond, returns the last known state, marked
   * as stale, or undefined. An ended session stays ended in any case.
   */
  get(sessionId: string, maxAgeSeconds: number): Promise<S | undefined>;
}

export interface DirectoryOptions {
  /** Makes calls to auth. */
  call: Call;
  logger?: Logger;
  /** Lists recently ended sessions from a source other than auth; called once auth stops responding. */
  listEnded?: () => Promise<string[]>;
  /** Says of recently ended sessions before their cached states are too old; for directories that live in a service. */
  endedFeed?: EndedFeed;
  /** Interval of the probes while auth does not respond, one for the whole process. */
  probeSeconds?: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** What a directory is about. */
interface Kind<S extends State> {
  /** Asks auth for a state. */
  fetch: (call: Call, sessionId: string, signal: AbortSignal) => Promise<S>;
  /** The state of an ended session. */
  ended: S;
}

interface Entry<S> {
  state: S;
  askedAt: number;
}

const TIMEOUT_MS = 2000;
const MAX_ACTIVE = 10_000;
const MAX_ENDED = 50_000;

/**
 * Returns a directory that asks auth through its internal call and caches the results; simultaneous lookups of one
 * session share one call. A state past half of its time is refreshed in the background, so that sessions in use never
 * wait. Once auth has failed to respond, lookups do not wait for it until a probe succeeds.
 */
export function createDirectory<S extends State>(options: DirectoryOptions, kind: Kind<S>): Directory<S> {
  const { now = () => performance.now() } = options;
  const cache = createCache<S>();
  const inquiry = createInquiry(options, kind, cache);
  const underway = new Map<string, Promise<void>>();

  function join(sessionId: string): Promise<void> {
    const asking =
      underway.get(sessionId) ?? inquiry.ask(sessionId).finally(() => underway.delete(sessionId));
    underway.set(sessionId, asking);
    return asking;
  }

  return {
    async get(sessionId, maxAgeSeconds) {
      const maxAgeMs = maxAgeSeconds * 1000;
      await options.endedFeed?.follow();
      if (options.endedFeed?.has(sessionId)) cache.addEnded(sessionId);
      const ageMs = () => now() - (cache.findActive(sessionId)?.askedAt ?? -Infinity);
      if (!cache.hasEnded(sessionId) && ageMs() >= maxAgeMs / 2) {
        if (inquiry.isSilent()) {
          if (underway.size === 0 && inquiry.isProbeDue()) void join(sessionId);
        } else {
          const asking = join(sessionId);
          if (ageMs() >= maxAgeMs) await asking;
        }
      }
      if (cache.hasEnded(sessionId)) return kind.ended;
      const known = cache.findActive(sessionId);
      return known && (ageMs() < maxAgeMs ? known.state : { ...known.state, isStale: true });
    },
  };
}

interface Cache<S> {
  findActive: (sessionId: string) => Entry<S> | undefined;
  hasEnded: (sessionId: string) => boolean;
  addActive: (sessionId: string, entry: Entry<S>) => void;
  addEnded: (sessionId: string) => void;
}

function createCache<S>(): Cache<S> {
  const living = new Map<string, Entry<S>>();
  const ended = new Set<string>();
  return {
    findActive: (sessionId) => living.get(sessionId),
    hasEnded: (sessionId) => ended.has(sessionId),
    addActive(sessionId, entry) {
      living.delete(sessionId);
      if (living.size >= MAX_ACTIVE) living.delete(living.keys().next().value ?? '');
      living.set(sessionId, entry);
    },
    addEnded(sessionId) {
      if (ended.has(sessionId)) return;
      living.delete(sessionId);
      if (ended.size >= MAX_ENDED) ended.delete(ended.values().next().value ?? '');
      ended.add(sessionId);
    },
  };
}

/** Returns how to ask auth about sessions, which remembers whether it responds. */
function createInquiry<S extends State>(options: DirectoryOptions, kind: Kind<S>, cache: Cache<S>) {
  const { now = () => performance.now() } = options;
  const probeMs = (options.probeSeconds ?? 3) * 1000;
  let learning: Promise<void> | undefined;
  let isSilent = false;
  let probeAt = 0;

  async function ask(sessionId: string): Promise<void> {
    const askedAt = now();
    try {
      const state = await fetchState(options.call, sessionId, kind);
      if (isSilent) options.logger?.info('auth responds again');
      isSilent = false;
      if (state.active) cache.addActive(sessionId, { state, askedAt });
      else cache.addEnded(sessionId);
    } catch (error) {
      if (!isSilent)
        options.logger?.warn({ err: error }, 'auth does not respond; tokens are accepted until they expire');
      learning ??= loadEnded(options, cache).finally(() => (learning = undefined));
      await learning;
      // One lost response may be an accident, so the first probe follows at once.
      probeAt = isSilent ? askedAt + probeMs : now();
      isSilent = true;
    }
  }

  /** `ask` caches the answer and never rejects. */
  return { ask, isSilent: () => isSilent, isProbeDue: () => now() >= probeAt };
}

async function loadEnded<S>({ listEnded }: DirectoryOptions, cache: Cache<S>): Promise<void> {
  try {
    for (const id of (await listEnded?.()) ?? []) cache.addEnded(id);
  } catch {
    // Only the cached states are left, as without `listEnded`.
  }
}

/** Throws if auth does not respond in time or violates the contract, since a guess must not end a session for good. */
async function fetchState<S extends State>(call: Call, sessionId: string, { fetch }: Kind<S>): Promise<S> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const state = await fetch(call, sessionId, signal).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    return fetch(call, sessionId, signal); // an auth that stops closes idle connections, also if a call is on its way
  });
  if (typeof state.active !== 'boolean') throw new TypeError('auth returned no session state');
  return state;
}
