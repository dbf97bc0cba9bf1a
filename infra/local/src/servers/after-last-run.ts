import { join } from 'node:path';

import { endLeftovers, isCopyOfRunning } from '../processes/leftovers.ts';
import { forgetServer } from './postgres.ts';

/**
 * Ends the processes that the last run of a data folder left behind, and detaches a copied folder from the running
 * site.
 */
export async function cleanUpLastRun(dataDir: string, say: (line: string) => void): Promise<void> {
  const left = await endLeftovers(dataDir);
  if (left.length > 0) say(`Ended processes that the last run left behind: ${left.join(', ')}.`);
  if (!isCopyOfRunning(dataDir)) return;
  say(`${dataDir} was copied from a running site; only a copy of a stopped site is sure to be complete.`);
  await forgetServer(join(dataDir, 'postgres'));
}
