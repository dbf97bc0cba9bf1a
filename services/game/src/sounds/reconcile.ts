import { createSilenceWatch, tryLock, type Logger } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { expireSounds } from './report-sound.ts';
import { wakeDueSounds, type SoundQueue } from './wake-up.ts';

export interface ReconcileDeps {
  db: Db;
  queue: SoundQueue;
  logger: Logger;
  heartbeatTimeoutSeconds: number;
  /** Told of each sound whose worker was lost. */
  onLost: () => void;
  now?: () => number;
}

/** A sound that is due for longer has lost its wake-up: Redis was away or emptied, a worker died before its claim. */
const FORGOTTEN_SECONDS = 3;

/** Gives the function that runs one round: takes sounds from workers that died, and wakes for those that were forgotten. */
export function createReconciler(deps: ReconcileDeps): () => Promise<void> {
  const watch = createSilenceWatch(deps.heartbeatTimeoutSeconds * 1000, deps.now);

  return async function reconcile(): Promise<void> {
    await watch((silenceCounts) => expire(deps, silenceCounts));
    await wakeDueSounds(deps, FORGOTTEN_SECONDS);
  };
}

async function expire(
  { db, logger, heartbeatTimeoutSeconds, onLost }: ReconcileDeps,
  silenceCounts: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'reconcile sounds')) || !silenceCounts) return;
    for (const job of await expireSounds(trx, heartbeatTimeoutSeconds)) {
      logger.warn({ soundId: job.id }, 'a worker was lost with its sound');
      onLost();
    }
  });
}
