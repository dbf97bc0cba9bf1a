import { sql, type Insertable, type Selectable } from 'kysely';

import type { Db, Tables, Trx } from '../db/tables.ts';

export type Departure = Selectable<Tables['departures']>;

/** Records that an account was deleted. */
export async function createDeparture(trx: Trx, departure: Insertable<Tables['departures']>): Promise<void> {
  await trx.insertInto('departures').values(departure).execute();
}

/** Time after which other processes may claim the departure of a process that died. */
const LEASE_SECONDS = 60;

/** Claims the departure that has been due longest for one minute; undefined if none is due. */
export async function claimDeparture(db: Db): Promise<Departure | undefined> {
  return db
    .updateTable('departures')
    .set((eb) => ({ tries: eb('tries', '+', 1), due_at: inSeconds(LEASE_SECONDS) }))
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('departures')
        .select('user_id')
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Makes a departure due again in `pauseSeconds`. */
export async function postponeDeparture(db: Db, userId: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('departures')
    .set({ due_at: inSeconds(pauseSeconds) })
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes a departure; returns false if another process has finished it. */
export async function deleteDeparture(trx: Trx, userId: string): Promise<boolean> {
  const result = await trx.deleteFrom('departures').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function inSeconds(seconds: number) {
  return sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
}
