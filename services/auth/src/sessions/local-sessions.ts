import type { SessionDirectory } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findSession } from './store.ts';

/** Returns the session states for auth's own routes, read from the database each time. */
export function createLocalSessions(db: Db): SessionDirectory {
  return {
    async get(sessionId) {
      const session = await findSession(db, sessionId);
      return {
        active: session?.isActive ?? false,
        role: session?.user.role,
        teacher: session?.user.teacher ?? null,
      };
    },
  };
}
