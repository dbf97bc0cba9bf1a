import { auth, type Call } from '@larksong/contracts';

import type { Standing } from '../db/list-link-tables.ts';
import type { Db } from '../db/tables.ts';
import { findStanding, saveStanding } from './maker-store.ts';

/** What the makers of links are now. */
export interface Makers {
  /** Returns what auth said at most three seconds ago; while auth does not respond, what it said last. */
  standingOf: (makerId: string) => Promise<Standing>;
}

/** With the other delays, what a role carried ends within five seconds for calls, and within ten for streams. */
const MAX_AGE_MS = 3000;
const TIMEOUT_MS = 1500;
const MAX_MAKERS = 5000;
/** How long nobody waits for an auth that did not respond. */
const SILENCE_MS = 3000;

/** Asks auth; simultaneous questions about one maker are asked once. */
export function createMakers(deps: { db: Db; auth: Call }): Makers {
  const { db } = deps;
  const answers = new Map<string, { answer: Promise<Standing>; at: number }>();
  let silentUntil = 0;

  async function ask(makerId: string): Promise<Standing> {
    if (performance.now() < silentUntil) return findStanding(db, makerId);
    const standing = await askAuth(deps.auth, makerId).catch(() => undefined);
    if (standing === undefined) {
      silentUntil = performance.now() + SILENCE_MS;
      return findStanding(db, makerId);
    }
    await saveStanding(db, makerId, standing);
    return standing;
  }

  return {
    standingOf(makerId) {
      const known = answers.get(makerId);
      if (known && performance.now() - known.at < MAX_AGE_MS) return known.answer;
      const entry = { answer: ask(makerId), at: performance.now() };
      answers.delete(makerId);
      if (answers.size >= MAX_MAKERS) answers.delete(answers.keys().next().value ?? '');
      answers.set(makerId, entry);
      entry.answer.catch(() => answers.delete(makerId));
      return entry.answer;
    },
  };
}

async function askAuth(call: Call, id: string): Promise<Standing> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { data } = await call(auth.listStandings, { body: { ids: [id] } }, { signal });
  const user = data.users.find((each) => each.id === id);
  if (!user) return 'none';
  if (user.role === 'superadmin') return 'superadmin';
  return user.isTeacher ? 'teacher' : 'member';
}
