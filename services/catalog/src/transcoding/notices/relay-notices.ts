import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { toMailedNotice } from './notice.ts';
import { claimUnmailedNotice, deleteOldNotices, markMailed, postponeMail } from './store.ts';

const TIMEOUT_MS = 5000;
const LONGEST_PAUSE_SECONDS = 300;
/** Notices that were neither read nor mailed by then are deleted. */
const NOTICE_DAYS = 30;

/** Returns the seconds until a failed mail is retried: 2, 4, 8 … at most 300. */
export function pauseSeconds(tries: number): number {
  return Math.min(2 ** tries, LONGEST_PAUSE_SECONDS);
}

/**
 * Runs one round: asks auth at least once for the mail of each notice; its id prevents duplicates. Stops at the first
 * failure, since the next mail would most likely fail as well.
 */
export async function relayNotices(
  deps: { db: Db; auth: Call; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const { db, auth, logger } = deps;
  for (let row = await claimUnmailedNotice(db); row; row = await claimUnmailedNotice(db)) {
    try {
      const body = { ...toMailedNotice(row), userId: row.userId };
      await auth(catalog.sendVideoMail, { body }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await markMailed(db, row.id);
    } catch (error) {
      await postponeMail(db, row.id, pauseSeconds(row.tries));
      logger.warn({ err: error, noticeId: row.id, tries: row.tries }, 'auth rejected a mail; will retry');
      break;
    }
  }
  await deleteOldNotices(db, NOTICE_DAYS, signal);
}
