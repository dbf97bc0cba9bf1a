import type { Logger } from '@larksong/service-kit';
import { createReconciler } from '@larksong/service-kit/leases';

import { eachPackTables } from '../db/further-tables.ts';
import type { Db } from '../db/tables.ts';
import { sounds } from './leases.ts';
import { toWakeUps, type SoundQueue } from './wake-up.ts';

/**
 * Returns the function that runs one round of upkeep for the leases of sounds. `onLost` is called for each lost sound.
 */
export function createSoundReconciler(deps: {
  db: Db;
  queue: SoundQueue;
  logger: Logger;
  heartbeatTimeoutSeconds: number;
  onLost: () => void;
  now?: () => number;
}): () => Promise<void> {
  const rounds = eachPackTables(deps.db).map((db, index) =>
    createReconciler({
      ...deps,
      db,
      leases: sounds,
      wakeUps: toWakeUps(deps.queue),
      lockName: index === 0 ? 'reconcile sounds' : 'reconcile sounds of further packs',
      onLost(sound) {
        deps.logger.warn({ soundId: sound.id }, 'worker lost; its sound is due again');
        deps.onLost();
      },
    }),
  );
  return async () => {
    for (const round of rounds) await round();
  };
}
