import type { NestSessionDirectory, NestSessionState } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findNestSession } from './store.ts';

/** Returns the states of nests' sessions for auth's own routes, read from the database each time. */
export function createLocalNestSessions(db: Db): NestSessionDirectory {
  return { get: (sessionId) => readNestSession(db, sessionId) };
}

/** Returns the state of a session of nests. */
export async function readNestSession(db: Db, id: string): Promise<NestSessionState> {
  const session = await findNestSession(db, id);
  if (!session?.isActive) return { active: false, memberId: null, nests: [] };
  const { memberId, nests } = session;
  return {
    active: true,
    memberId,
    nests: nests.map((nest) => ({ id: nest.id, ownerId: nest.ownerId, ruleId: nest.ruleId })),
  };
}
