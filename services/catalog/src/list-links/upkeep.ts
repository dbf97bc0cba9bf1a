import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { LinkKeys } from './link-keys.ts';
import { deleteEnded, listStoredWithOther, saveStored } from './upkeep-store.ts';

const BATCH = 100;

/**
 * Runs one round: deletes codes that have ended, and stores those that were made with the secret before with the present
 * one. Codes whose secret is no longer known stay as they are.
 */
export async function keepLinks(
  deps: { db: Db; keys: LinkKeys; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  await deleteEnded(deps.db);
  let count = 0;
  for (const [table, kind] of [
    ['song_list_links', 'link'],
    ['song_list_codes', 'spoken'],
  ] as const)
    for (let after: string | null = null; signal?.aborted !== true;) {
      const rows = await listStoredWithOther(deps.db, table, { keyId: deps.keys.id, after, limit: BATCH });
      for (const { id, ...before } of rows) {
        const code = deps.keys.open(kind, before);
        if (code) await saveStored(deps.db, table, { id, before, after: deps.keys.store(code) });
        if (code) count += 1;
      }
      after = rows.at(-1)?.id ?? null;
      if (rows.length < BATCH) break;
    }
  if (count > 0) deps.logger.info({ count }, 'codes of links stored with the new LINK_SECRET');
}
