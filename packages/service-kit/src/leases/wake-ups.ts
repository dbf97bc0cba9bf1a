import { sql, type Kysely } from 'kysely';

import { inTransaction } from '../data/database.ts';
import type { WakeUpQueue } from '../data/queue.ts';
import type { LeaseRow, LeaseStore } from './lease-store.ts';

/** The queues of wake-ups for due work. A job is only a hint; the worker that takes it claims any due work. */
export interface WakeUps<Row extends LeaseRow, Payload> {
  store: LeaseStore<Row>;
  queues: WakeUpQueue<Payload>[];
  queueOf: (row: Row) => WakeUpQueue<Payload>;
  toPayload: (row: Row) => Payload;
}

/** Returns the job id of one try of a row. Each try needs its own, since BullMQ ignores ids that it still stores. */
function jobIdOf(row: Pick<LeaseRow, 'id' | 'started_count' | 'failure_count'>): string {
  return `${row.id}-${row.started_count}-${row.failure_count}`;
}

async function wake<Row extends LeaseRow, Payload>(wakeUps: WakeUps<Row, Payload>, row: Row): Promise<void> {
  await wakeUps.queueOf(row).add(jobIdOf(row), wakeUps.toPayload(row));
}

/** Adds a job for each row that has been due for at least `forSeconds` without one. Throws if Redis is unavailable. */
export async function wakeDue<Tables, Row extends LeaseRow, Payload>(
  db: Kysely<Tables>,
  wakeUps: WakeUps<Row, Payload>,
  forSeconds: number,
): Promise<void> {
  const due = await wakeUps.store.listDue(db, forSeconds);
  if (due.length === 0) return;
  const live = await Promise.all(wakeUps.queues.map((queue) => queue.liveJobIds()));
  for (const row of due) if (!live.some((jobIds) => jobIds.has(jobIdOf(row)))) await wake(wakeUps, row);
}

export interface Outbox<Tables> {
  /** Requests a wake-up for each of these rows, in the transaction that makes them due. */
  enqueue: (trx: Kysely<Tables>, ids: string[]) => Promise<void>;
  /** Adds the requested jobs. Requests stay while Redis is unavailable. */
  relay: <Row extends LeaseRow, Payload>(db: Kysely<Tables>, wakeUps: WakeUps<Row, Payload>) => Promise<void>;
}

const BATCH = 100;

/**
 * Returns an outbox of wake-ups: a table whose `column` references rows of `leases`. A wake-up is requested in the
 * transaction that makes the row due, and added once Redis is available.
 */
export function createOutbox<Tables>(of: { table: string; column: string; leases: string }): Outbox<Tables> {
  const table = sql.table(of.table);
  const column = sql.ref(of.column);
  return {
    async enqueue(trx, ids) {
      if (ids.length > 0)
        await sql`insert into ${table} (${column}) select unnest(${ids}::uuid[])`.execute(trx);
    },

    async relay(db, wakeUps) {
      let taken: number;
      do taken = await inTransaction(db, (trx) => relayBatch(trx, wakeUps));
      while (taken === BATCH);
    },
  };

  /** Duplicate jobs are ignored, so a retry of the transaction is harmless. */
  async function relayBatch<Row extends LeaseRow, Payload>(
    trx: Kysely<Tables>,
    wakeUps: WakeUps<Row, Payload>,
  ): Promise<number> {
    const { rows } = await sql<Row | { id: null }>`
      with taken as (
        delete from ${table} where id in (
          select id from ${table} order by id limit ${BATCH} for update skip locked
        )
        returning id as position, ${column} as lease_id
      )
      select leases.* from taken left join ${sql.table(of.leases)} leases on leases.id = taken.lease_id
      order by taken.position`.execute(trx);
    for (const row of rows) if (row.id !== null) await wake(wakeUps, row); // null: the work was deleted
    return rows.length;
  }
}
