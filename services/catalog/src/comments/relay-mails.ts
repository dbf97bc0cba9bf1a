import { catalog, type Call } from '@larksong/contracts';

import type { Db } from '../db/tables.ts';
import { deleteOldWrites } from './limit-store.ts';
import { findWaitingMail, listRemovalMails, markRemovalMailed, markWaitingMailed } from './mail-store.ts';

const TIMEOUT_MS = 5000;
const BATCH = 100;

/**
 * Runs one round: asks auth for the mails about comments that wait or were removed, at least once each; their ids prevent
 * duplicates. Throws if auth does not answer, and the next round repeats it. Deletes what the limits no longer count.
 */
export async function relayCommentMails(
  { db, auth }: { db: Db; auth: Call },
  signal?: AbortSignal,
): Promise<void> {
  await deleteOldWrites(db, signal);
  const options = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });
  const waiting = await findWaitingMail(db);
  if (waiting) {
    const { until: _until, ...body } = waiting;
    await auth(catalog.sendCommentsWaiting, { body }, options());
    await markWaitingMailed(db, waiting);
  }
  for (const body of await listRemovalMails(db, BATCH)) {
    if (signal?.aborted) return;
    await auth(catalog.sendCommentRemoved, { body }, options());
    await markRemovalMailed(db, body.id);
  }
}
