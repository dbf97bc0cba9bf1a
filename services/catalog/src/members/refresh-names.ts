import { auth as authCalls, type Call } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { listStaleMembers, markRefreshed, saveNames } from './name-store.ts';

const TIMEOUT_MS = 2000;

/**
 * Runs one round: refreshes the names of members in what they wrote and told, so that a name that somebody no longer wants
 * to be shown disappears. Throws if auth does not respond; the next round makes up for it.
 */
export async function refreshMemberNames({ db, auth }: { db: Db; auth: Call }): Promise<void> {
  const ids = await listStaleMembers(db);
  if (ids.length === 0) return;
  const { data } = await auth(
    authCalls.listUserNames,
    { body: { ids } },
    { signal: AbortSignal.timeout(TIMEOUT_MS) },
  );
  for (const user of data.users) await saveNames(db, user);
  await markRefreshed(db, ids);
}
