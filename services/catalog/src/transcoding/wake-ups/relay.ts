import { catalog } from '@larksong/contracts';
import type { WakeUpQueue } from '@larksong/service-kit/queue';
import type { WakeUps } from '@larksong/service-kit/leases';

import type { Db, UnitRow } from '../../db/tables.ts';
import { unitStore } from '../units/store.ts';
import { outbox } from './store.ts';

/** The queue of wake-ups of each lane. */
export type WakeUpQueues = Record<catalog.Lane, WakeUpQueue<catalog.WakeUp>>;

/** Returns the configuration of wake-ups: each unit wakes the queue of its lane. */
export function toWakeUps(queues: WakeUpQueues): WakeUps<UnitRow, catalog.WakeUp> {
  return {
    store: unitStore,
    queues: [queues.heavy, queues.light],
    queueOf: (unit) => queues[catalog.laneOf(unit.kind)],
    toPayload: (unit) => ({ unitId: unit.id }),
  };
}

/** Runs one round: adds the jobs that the outbox requests. */
export async function relayOutbox(db: Db, queues: WakeUpQueues): Promise<void> {
  await outbox.relay(db, toWakeUps(queues));
}
