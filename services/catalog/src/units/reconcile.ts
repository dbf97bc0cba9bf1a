import { catalog } from '@larksong/contracts';
import { createSilenceWatch, inTransaction, type Logger, tryLock } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { expireUnits } from './fail-unit.ts';
import { toJobId, type WakeUpQueues } from '../wake-ups/relay.ts';
import { enqueue } from '../wake-ups/store.ts';
import { listForgottenUnits } from './store.ts';

export interface ReconcileDeps {
  db: Db;
  queues: WakeUpQueues;
  logger: Logger;
  heartbeatTimeoutSeconds: number;
  now?: () => number;
}

/**
 * Gives the function that runs one round: takes units from workers that died, and asks for a wake-up again where a due
 * unit has no live job (Redis was emptied, a worker died between its wake-up and its claim). One process at a time.
 */
export function createReconciler(deps: ReconcileDeps): () => Promise<void> {
  const watch = createSilenceWatch(deps.heartbeatTimeoutSeconds * 1000, deps.now);

  return async function reconcile(): Promise<void> {
    await watch((silenceCounts) => expire(deps, silenceCounts));
    await wakeForgotten(deps);
  };
}

async function expire(
  { db, logger, heartbeatTimeoutSeconds }: ReconcileDeps,
  silenceCounts: boolean,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await tryLock(trx, 'reconcile')) || !silenceCounts) return;
    for (const unit of await expireUnits(trx, heartbeatTimeoutSeconds))
      logger.warn(
        { unitId: unit.id, videoId: unit.video_id, kind: unit.kind },
        'a worker was lost, its unit is due again',
      );
  });
}

async function wakeForgotten(deps: ReconcileDeps): Promise<void> {
  const forgotten = await listForgottenUnits(deps.db);
  if (forgotten.length === 0) return;
  const [heavy, light] = await Promise.all([deps.queues.heavy.liveJobIds(), deps.queues.light.liveJobIds()]);
  const live = { heavy, light };
  const lost = forgotten.filter((unit) => {
    const jobId = toJobId({
      id: unit.id,
      startedCount: unit.started_count,
      failureCount: unit.failure_count,
    });
    return !live[catalog.laneOf(unit.kind)].has(jobId);
  });
  await enqueue(
    deps.db,
    lost.map((unit) => unit.id),
  );
}
