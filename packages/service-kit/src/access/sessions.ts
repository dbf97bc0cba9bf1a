import { auth, type Call } from '@larksong/contracts';

import { createDirectory, type Directory, type DirectoryOptions } from './session-directory.ts';

export interface SessionState {
  active: boolean;
  role: auth.Role | undefined;
  /** Null for everybody who is no teacher. */
  teacher?: auth.Teacher | null;
  /** Whether auth does not respond and this state is older than requested. */
  isStale?: boolean;
}

/** The states of members' sessions according to auth. */
export type SessionDirectory = Directory<SessionState>;
export type SessionDirectoryOptions = DirectoryOptions;

/** Returns a directory of members' sessions. */
export function createSessionDirectory(options: SessionDirectoryOptions): SessionDirectory {
  return createDirectory<SessionState>(options, {
    fetch: fetchSession,
    ended: { active: false, role: undefined },
  });
}

async function fetchSession(call: Call, id: string, signal: AbortSignal): Promise<SessionState> {
  const { data } = await call(auth.getSession, { params: { id } }, { signal });
  return { active: data.active, role: data.user?.role, teacher: data.user?.teacher ?? null };
}
