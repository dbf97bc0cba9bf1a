import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { createMail } from '../mail-queue/store.ts';
import { claimDeparture, deleteDeparture, postponeDeparture, type Departure } from './store.ts';

const TIMEOUT_MS = 5000;
const LONGEST_PAUSE_SECONDS = 300;

interface RelayDeps {
  db: Db;
  /** Makes internal calls to catalog. */
  callCatalog: Call;
  logger: Logger;
  /** Called when a mail was queued. */
  onMail: () => void;
}

/**
 * Runs one round: notifies catalog of each deleted account at least once, and then queues the mail about it. Stops at
 * the first failure, since the next call would most likely fail as well.
 */
export async function relayDepartures(deps: RelayDeps): Promise<void> {
  const { db, callCatalog, logger } = deps;
  for (let departure = await claimDeparture(db); departure; departure = await claimDeparture(db)) {
    const { user_id: userId, deletes_videos: deletesVideos, tries } = departure;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await callCatalog(catalog.forgetMember, { body: { userId, deletesVideos } }, { signal });
      await finish(db, departure);
      deps.onMail();
    } catch (error) {
      const pauseSeconds = Math.min(2 ** tries, LONGEST_PAUSE_SECONDS);
      await postponeDeparture(db, userId, pauseSeconds);
      logger.warn({ err: error, userId, tries }, 'catalog rejected an account deletion; will retry');
      return;
    }
  }
}

/** Anybody can register with someone else's email, so only mails to confirmed ones are not counted. */
async function finish(db: Db, departure: Departure): Promise<void> {
  const { user_id: userId, email, is_email_verified: isVerified } = departure;
  await db.transaction().execute(async (trx) => {
    if (await deleteDeparture(trx, userId))
      await createMail(trx, { kind: 'account-deleted', email, isCounted: !isVerified });
  });
}
