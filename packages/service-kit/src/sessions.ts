import { auth, type Call } from '@larksong/contracts';

import type { Logger } from './logger.ts';

export interface SessionState {
  active: boolean;
  role: auth.Role | undefined;
  /** Auth is silent, and said this longer ago than was asked for. */
  isStale?: boolean;
}

/** State of sessions, as auth knows it. */
export interface SessionDirectory {
  /**
   * At most `maxAgeSeconds` old. While auth is silent: what it said last, marked as stale, or undefined. A session that
   * has ended stays so whether auth can be asked or not.
   */
  get(sessionId: string, maxAgeSeconds: number): Promise<SessionState | undefined>;
}

export interface SessionDirectoryOptions {
  /** Calls auth. */
  call: Call;
  logger?: Logger;
  /** Lists sessions that ended lately, from where they are found without auth; asked once auth is silent. */
  listEnded?: () => Promise<string[]>;
  /** Auth is asked this often while it is silent, by one call of the whole process. */
  probeSeconds?: number;
  /** Milliseconds of a clock that is never set. */
  now?: () => number;
}

interface Entry {
  state: SessionState;
  askedAt: number;
}

const TIMEOUT_MS = 2000;
const MAX_LIVING = 10_000;
const MAX_ENDED = 50_000;
const ENDED: SessionState = { active: false, role: undefined };

/**
 * Asks auth over its internal call and remembers the answers; parallel questions for one session are one call. A state
 * past half of its time is refreshed in the background, so that sessions in use never wait. Nobody waits for auth once it
 * has failed to answer, until a probe was answered.
 */
export function createSessionDirectory(options: SessionDirectoryOptions): SessionDirectory {
  const { now = () => performance.now() } = options;
  const probeMs = (options.probeSeconds ?? 3) * 1000;
  const living = new Map<string, Entry>();
  const ended = new Set<string>();
  const underway = new Map<string, Promise<void>>();
  let learning: Promise<void> | undefined;
  let isSilent = false;
  let probeAt = 0;

  function keepEnded(sessionId: string): void {
    if (ended.has(sessionId)) return;
    living.delete(sessionId);
    if (ended.size >= MAX_ENDED) ended.delete(ended.values().next().value ?? '');
    ended.add(sessionId);
  }

  function keepLiving(sessionId: string, entry: Entry): void {
    living.delete(sessionId);
    if (living.size >= MAX_LIVING) living.delete(living.keys().next().value ?? '');
    living.set(sessionId, entry);
  }

  async function learnEnded(): Promise<void> {
    try {
      for (const id of (await options.listEnded?.()) ?? []) keepEnded(id);
    } catch {
      // What is known of sessions is all there is, as without `listEnded`.
    }
  }

  async function ask(sessionId: string): Promise<void> {
    const askedAt = now();
    try {
      const state = await askAuth(options.call, sessionId);
      if (isSilent) options.logger?.info('auth answers again');
      isSilent = false;
      if (state.active) keepLiving(sessionId, { state, askedAt });
      else keepEnded(sessionId);
    } catch (error) {
      if (!isSilent)
        options.logger?.warn({ err: error }, 'auth does not answer; tokens count until they expire');
      learning ??= learnEnded().finally(() => (learning = undefined));
      await learning;
      // One lost answer is not yet silence: the first probe follows at once.
      probeAt = isSilent ? askedAt + probeMs : now();
      isSilent = true;
    } finally {
      underway.delete(sessionId);
    }
  }

  function join(sessionId: string): Promise<void> {
    const asking = underway.get(sessionId) ?? ask(sessionId);
    underway.set(sessionId, asking);
    return asking;
  }

  return {
    async get(sessionId, maxAgeSeconds) {
      const maxAgeMs = maxAgeSeconds * 1000;
      const ageMs = () => now() - (living.get(sessionId)?.askedAt ?? -Infinity);
      if (!ended.has(sessionId) && ageMs() >= maxAgeMs / 2) {
        if (isSilent) {
          if (underway.size === 0 && now() >= probeAt) void join(sessionId);
        } else {
          const asking = join(sessionId);
          if (ageMs() >= maxAgeMs) await asking;
        }
      }
      if (ended.has(sessionId)) return ENDED;
      const known = living.get(sessionId);
      return known && (ageMs() < maxAgeMs ? known.state : { ...known.state, isStale: true });
    },
  };
}

/** Throws when auth does not answer in time, or not as the contract says: a guess must not end a session for good. */
async function askAuth(call: Call, sessionId: string): Promise<SessionState> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { data } = await call(auth.getSession, { params: { id: sessionId } }, { signal });
  if (typeof data.active !== 'boolean') throw new TypeError('auth said nothing of the session');
  return { active: data.active, role: data.user?.role };
}
