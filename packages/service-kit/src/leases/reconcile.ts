import type { Kysely } from 'kysely';

import { inTransaction, tryLock } from '../data/database.ts';
import { createSilenceWatch } from '../limits/silence-watch.ts';
import type { LeaseRow } from './lease-store.ts';
import type { Leases } from './leases.ts';
import { wakeDue, type WakeUps } from './wake-ups.ts';

/** Work that has been due for longer has lost its wake-up: Redis was emptied, or a worker died before claiming it. */
const FORGOTTEN_SECONDS = 3;

/**
 * Returns the function that runs one round: it takes work from workers that were silent for the timeout, in one process
 * at a time, and adds wake-ups for due work without a live job. `now` is in milliseconds.
 */
export function createReconciler<Tables, Row extends LeaseRow, Parent, Payload>(deps: {
  db: Kysely<Tables>;
  leases: Pick<Leases<Tables, Row, Parent>, 'expire'>;
  wakeUps: WakeUps<Row, Payload>;
  /** Name of the advisory lock, one for each table. */
  lockName: string;
  heartbeatTimeoutSeconds: number;
  onLost: (row: Row) => void;
  now?: (() => number) | undefined;
}): () => Promise<void> {
  const { db, heartbeatTimeoutSeconds } = deps;
  const watch = createSilenceWatch(heartbeatTimeoutSeconds * 1000, deps.now);

  async function expire(silenceCounts: boolean): Promise<void> {
    const lost = await inTransaction(db, async (trx) =>
      (await tryLock(trx, deps.lockName)) && silenceCounts
        ? deps.leases.expire(trx, heartbeatTimeoutSeconds)
        : [],
    );
    for (const row of lost) deps.onLost(row);
  }

  return async function reconcile(): Promise<void> {
    await watch(expire);
    await wakeDue(db, deps.wakeUps, FORGOTTEN_SECONDS);
  };
}
