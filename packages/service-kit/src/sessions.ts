import { getSession, type Call, type Role } from '@larksong/contracts';

export interface SessionState {
  active: boolean;
  role: Role | undefined;
}

/** State of sessions, as auth knows it. */
export interface SessionDirectory {
  /** At most `maxAgeSeconds` old; undefined when auth cannot be asked. */
  get(sessionId: string, maxAgeSeconds: number): Promise<SessionState | undefined>;
}

interface Entry {
  state: SessionState;
  askedAt: number;
}

const MAX_ENTRIES = 10_000;

/** Asks auth over its internal call and remembers the answers; parallel questions for one session are one call. */
export function createSessionDirectory(call: Call, now: () => number = Date.now): SessionDirectory {
  const entries = new Map<string, Entry>();
  const underway = new Map<string, Promise<SessionState | undefined>>();

  async function ask(sessionId: string): Promise<SessionState | undefined> {
    const askedAt = now();
    try {
      const { data } = await call(
        getSession,
        { params: { id: sessionId } },
        { signal: AbortSignal.timeout(2000) },
      );
      const state = { active: data.active, role: data.user?.role };
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
      entries.delete(sessionId);
      entries.set(sessionId, { state, askedAt });
      return state;
    } catch {
      return undefined;
    } finally {
      underway.delete(sessionId);
    }
  }

  return {
    async get(sessionId, maxAgeSeconds) {
      const known = entries.get(sessionId);
      if (known && now() - known.askedAt < maxAgeSeconds * 1000) return known.state;
      const running = underway.get(sessionId) ?? ask(sessionId);
      underway.set(sessionId, running);
      return running;
    },
  };
}
