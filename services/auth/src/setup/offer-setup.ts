import type { Logger } from '@larksong/service-kit';

import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { toSetupCode } from './code.ts';
import { findOpenedAt } from './store.ts';

/** Returns whether the settings offer the page for the first start. */
export function isSetupOffered({ SETUP, SUPERADMIN_EMAIL }: Config): boolean {
  return SETUP === 'on' || (SETUP === 'auto' && SUPERADMIN_EMAIL === undefined);
}

/** Logs the address of the page with its code if it is open. Whoever reads the log of a new site may set it up. */
export async function offerSetup(db: Db, config: Config, logger: Logger): Promise<void> {
  const openedAt = isSetupOffered(config) ? await findOpenedAt(db) : undefined;
  if (!openedAt || config.SETUP_LAUNCHER !== undefined) return; // the launcher prints it
  const code = toSetupCode(config.AUTH_SECRET, openedAt);
  logger.info(
    { address: `${config.PUBLIC_URL.replace(/\/$/, '')}/setup#${code}` },
    'the site can be set up at this address',
  );
}
