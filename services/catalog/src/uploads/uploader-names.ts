import { auth, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listStaleUploaders, saveUploader } from '../library/videos/store.ts';

const TIMEOUT_MS = 2000;

/** Returns a user's display name from auth; null if it has no name for them or does not answer. */
export async function findDisplayName(callAuth: Call, userId: string): Promise<string | null> {
  try {
    const { data } = await callAuth(
      auth.listUserNames,
      { body: { ids: [userId] } },
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    return data.users[0]?.displayName ?? null;
  } catch {
    return null; // the copy is refreshed within a minute
  }
}

/** Returns whether a user exists. Returns true if auth does not answer, since sites also work while it is away. */
export async function isKnownUser(callAuth: Call, userId: string): Promise<boolean> {
  try {
    const options = { signal: AbortSignal.timeout(TIMEOUT_MS) };
    const { data } = await callAuth(auth.listUserNames, { body: { ids: [userId] } }, options);
    return data.users.length > 0;
  } catch {
    return true;
  }
}

/** Runs one round: refreshes the names of uploaders whose copy is older than a minute. */
export async function refreshUploaderNames(deps: { db: Db; auth: Call; logger: Logger }): Promise<void> {
  const ids = await listStaleUploaders(deps.db);
  if (ids.length === 0) return;
  const { data } = await deps.auth(
    auth.listUserNames,
    { body: { ids } },
    { signal: AbortSignal.timeout(TIMEOUT_MS) },
  );
  for (const user of data.users) await saveUploader(deps.db, user);
}
