import { auth, type Call } from '@larksong/contracts';

import { createDirectory, type Directory, type DirectoryOptions } from './session-directory.ts';

/** A nest on a device. */
export interface NestOfSession {
  id: string;
  ownerId: string;
  /** The id of its rule: its own, or its class. */
  ruleId: string;
}

export interface NestSessionState {
  active: boolean;
  /** Whose PIN opens the door of the device; null unless it is active. */
  memberId: string | null;
  nests: readonly NestOfSession[];
  /** Whether auth does not respond and this state is older than requested. */
  isStale?: boolean;
}

/** The states of nests' sessions according to auth. */
export type NestSessionDirectory = Directory<NestSessionState>;

/** Returns a directory of nests' sessions, which works as that of members' sessions. */
export function createNestSessionDirectory(options: DirectoryOptions): NestSessionDirectory {
  return createDirectory<NestSessionState>(options, {
    fetch: fetchSession,
    ended: { active: false, memberId: null, nests: [] },
  });
}

async function fetchSession(call: Call, id: string, signal: AbortSignal): Promise<NestSessionState> {
  const { data } = await call(auth.getNestSession, { params: { id } }, { signal });
  if (!Array.isArray(data.nests)) throw new TypeError('auth returned no state of a session of nests');
  return data;
}
