import { auth, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listStaleUploaders, saveUploader } from '../library/videos/store.ts';

const TIMEOUT_MS = 2000;

/** The display name that auth knows; null when there is none or auth cannot be asked. */
export async function findDisplayName(askAuth: Call, userId: string): Promise<string | null> {
  try {
    const { data } = await askAuth(
      auth.listUserNames,
      { body: { ids: [userId] } },
      { signal: AbortSignal.timeout(TIMEOUT_MS) },
    );
    return data.users[0]?.displayName ?? null;
  } catch {
    return null; // the copy is refreshed within a minute
  }
}

/** One round: copies the names of uploaders whose copy is older than a minute. */
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
