import { laneOf } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import { expireUnits } from './fail-unit.ts';
import { toJobId, type WakeUpQueues } from '../wake-ups/relay.ts';
import { enqueue } from '../wake-ups/store.ts';
import { listForgottenUnits, tryLock } from './store.ts';

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
  const now = deps.now ?? Date.now;
  const timeoutMs = deps.heartbeatTimeoutSeconds * 1000;
  let listeningSince = now();
  let lastRoundAt = now();

  return async function reconcile(): Promise<void> {
    // While this service or Postgres was away nobody could be heard: give everybody a full timeout to speak first.
    if (now() - lastRoundAt > timeoutMs) listeningSince = now();
    const isListening = now() - listeningSince > timeoutMs;
    await deps.db.transaction().execute(async (trx) => {
      if (!(await tryLock(trx, 'reconcile'))) return;
      if (!isListening) return;
      for (const unit of await expireUnits(trx, deps.heartbeatTimeoutSeconds))
        deps.logger.warn(
          { unitId: unit.id, videoId: unit.video_id, kind: unit.kind },
          'a worker was lost, its unit is due again',
        );
    });
    lastRoundAt = now();
    await wakeForgotten(deps);
  };
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
    return !live[laneOf(unit.kind)].has(jobId);
  });
  await enqueue(
    deps.db,
    lost.map((unit) => unit.id),
  );
}
