import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { toNotice } from './notice.ts';
import { claimUnmailedNotice, deleteOldNotices, markMailed, postponeMail } from './store.ts';

const TIMEOUT_MS = 5000;
const LONGEST_PAUSE_SECONDS = 300;
/** A notice that nobody has read or taken for a mail by then is of no use any more. */
const NOTICE_DAYS = 30;

/** Seconds until a notice that auth did not take is handed over again: 2, 4, 8 … at most 300. */
export function pauseSeconds(tries: number): number {
  return Math.min(2 ** tries, LONGEST_PAUSE_SECONDS);
}

/**
 * One round: asks auth for the mail of each notice, at least once; the notice's id makes a second one no second mail.
 * Ends at the first that auth does not take, since it will take no other either.
 */
export async function relayNotices(
  deps: { db: Db; auth: Call; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const { db, auth, logger } = deps;
  for (let row = await claimUnmailedNotice(db); row; row = await claimUnmailedNotice(db)) {
    try {
      const body = { ...toNotice(row), userId: row.userId };
      await auth(catalog.sendVideoMail, { body }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await markMailed(db, row.id);
    } catch (error) {
      await postponeMail(db, row.id, pauseSeconds(row.tries));
      logger.warn(
        { err: error, noticeId: row.id, tries: row.tries },
        'auth did not take a mail, it is asked again',
      );
      break;
    }
  }
  await deleteOldNotices(db, NOTICE_DAYS, signal);
}
