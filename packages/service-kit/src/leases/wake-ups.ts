import { sql, type Kysely } from 'kysely';

import { inTransaction } from '../database.ts';
import type { WakeUpQueue } from '../queue.ts';
import type { LeaseRow, LeaseStore } from './lease-store.ts';

/** Where the wake-ups for due work go. A job is a hint: the worker that takes it asks for whatever work is due. */
export interface WakeUps<Row extends LeaseRow, Payload> {
  store: LeaseStore<Row>;
  queues: WakeUpQueue<Payload>[];
  queueOf: (row: Row) => WakeUpQueue<Payload>;
  toPayload: (row: Row) => Payload;
}

/** Returns the id of the job for one try of a row, since BullMQ ignores an id that it still keeps. */
export function jobIdOf(row: Pick<LeaseRow, 'id' | 'started_count' | 'failure_count'>): string {
  return `${row.id}-${row.started_count}-${row.failure_count}`;
}

async function wake<Row extends LeaseRow, Payload>(wakeUps: WakeUps<Row, Payload>, row: Row): Promise<void> {
  await wakeUps.queueOf(row).add(jobIdOf(row), wakeUps.toPayload(row));
}

/** Adds a job for every row that has been due for at least `forSeconds` and has none. Throws while Redis is away. */
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
  /** Asks for a wake-up for each of these rows, in the transaction that makes them due. */
  enqueue: (trx: Kysely<Tables>, ids: string[]) => Promise<void>;
  /** Adds the jobs that were asked for. Requests stay while Redis is away. */
  relay: <Row extends LeaseRow, Payload>(db: Kysely<Tables>, wakeUps: WakeUps<Row, Payload>) => Promise<void>;
}

const BATCH = 100;

/**
 * Returns an outbox of wake-ups: a table whose `column` names rows of `leases`, so that a wake-up is asked for exactly
 * when the row becomes due, and reaches Redis once Redis is there.
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

  /** A job that is added again is ignored, so another try of the transaction does no harm. */
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
    for (const row of rows) if (row.id !== null) await wake(wakeUps, row); // null: its work was deleted
    return rows.length;
  }
}
