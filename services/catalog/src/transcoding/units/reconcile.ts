import type { Logger } from '@larksong/service-kit';
import { createReconciler, MAX_DEATHS } from '@larksong/service-kit/leases';

import type { Db } from '../../db/tables.ts';
import type { TranscodingMetrics } from '../metrics.ts';
import { toWakeUps, type WakeUpQueues } from '../wake-ups/relay.ts';
import { units } from './leases.ts';

/** Returns the function that runs one round of upkeep for the leases of units. */
export function createUnitReconciler(deps: {
  db: Db;
  queues: WakeUpQueues;
  logger: Logger;
  metrics: TranscodingMetrics;
  heartbeatTimeoutSeconds: number;
  now?: () => number;
}): () => Promise<void> {
  return createReconciler({
    ...deps,
    leases: units,
    wakeUps: toWakeUps(deps.queues),
    lockName: 'reconcile',
    onLost: (unit) => {
      deps.logger.warn(
        { unitId: unit.id, videoId: unit.video_id, kind: unit.kind },
        'worker lost; its unit is due again',
      );
      deps.metrics.unitLost();
      if (unit.death_count >= MAX_DEATHS) deps.metrics.videoFailed('crash');
    },
  });
}
