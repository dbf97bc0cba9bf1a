import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { claimNestDepartures, markNestDeparturesTold, postponeNestDepartures } from './departure-store.ts';

const TIMEOUT_MS = 5000;
const AT_ONCE = 500;
/** How much longer than a token is valid until catalog is told again. */
const MARGIN_SECONDS = 300;

/**
 * Runs one round: tells catalog at least twice of each deleted nest and class, the second time when no token of it is valid
 * any more, since a device whose session catalog knew a moment before may have used the nest meanwhile. Stops at the first
 * failure.
 */
export async function relayNestDepartures(deps: {
  db: Db;
  /** Makes internal calls to catalog. */
  callCatalog: Call;
  /** How long a token of a nest is valid. */
  tokenSeconds: number;
  logger: Logger;
}): Promise<void> {
  const { db, callCatalog, tokenSeconds, logger } = deps;
  const claim = () => claimNestDepartures(db, AT_ONCE);
  for (let ids = await claim(); ids.length > 0; ids = await claim()) {
    try {
      await callCatalog(catalog.forgetNests, { body: { ids } }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await markNestDeparturesTold(db, { ids, againSeconds: tokenSeconds + MARGIN_SECONDS });
    } catch (error) {
      await postponeNestDepartures(db, ids);
      logger.warn({ err: error, nests: ids.length }, 'catalog rejected the deletion of nests; will retry');
      return;
    }
  }
}
