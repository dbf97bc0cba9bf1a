import { catalog } from '@larksong/contracts';
import type { WakeUpQueue } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { takeOutbox } from './store.ts';

export type WakeUpQueues = Record<catalog.Lane, WakeUpQueue<catalog.WakeUp>>;

const BATCH = 100;

/** Each try of a unit has a job id of its own, since BullMQ ignores an id that it still keeps. */
export function toJobId(unit: { id: string; startedCount: number; failureCount: number }): string {
  return `${unit.id}-${unit.startedCount}-${unit.failureCount}`;
}

/** One round: adds the jobs that the outbox asks for. Rows stay where they are while Redis is away. */
export async function relayOutbox(db: Db, queues: WakeUpQueues): Promise<void> {
  for (;;) {
    const taken = await db.transaction().execute(async (trx) => {
      const entries = await takeOutbox(trx, BATCH);
      for (const entry of entries) {
        if (!entry.kind) continue; // its video was deleted
        const jobId = toJobId({
          id: entry.unitId,
          startedCount: entry.startedCount ?? 0,
          failureCount: entry.failureCount ?? 0,
        });
        await queues[catalog.laneOf(entry.kind)].add(jobId, { unitId: entry.unitId });
      }
      return entries.length;
    });
    if (taken < BATCH) return;
  }
}
