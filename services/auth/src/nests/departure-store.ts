import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

/** `tries` of a departure of which catalog has been told once. */
const TOLD = -1;
/** Time after which other processes may claim the departures of a process that died. */
const LEASE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 300;

/** Records that nests or classes are being deleted, of which catalog has the rules. */
export async function createNestDepartures(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .insertInto('nest_departures')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records the same for all nests and classes of an account that is being deleted; returns how many nests there were. */
export async function createNestDeparturesOf(trx: Trx, ownerId: string): Promise<number> {
  const ofOwner = (table: 'nests' | 'nest_classes') =>
    trx.selectFrom(table).select('id').where('owner_id', '=', ownerId).execute();
  const [nests, classes] = [await ofOwner('nests'), await ofOwner('nest_classes')];
  await createNestDepartures(
    trx,
    [...nests, ...classes].map(({ id }) => id),
  );
  return nests.length;
}

/** Claims up to `limit` departures that are due, for one minute. */
export async function claimNestDepartures(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update nest_departures
    set tries = case when tries = ${TOLD} then ${TOLD} else tries + 1 end,
      due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from nest_departures where due_at <= clock_timestamp()
      order by due_at limit ${limit} for update skip locked
    )
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes departures due again after a pause that grows with their tries. */
export async function postponeNestDepartures(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update nest_departures
    set due_at = clock_timestamp()
      + make_interval(secs => least(power(2, least(abs(tries), 20)), ${LONGEST_PAUSE_SECONDS}))
    where id = any(${[...ids]}::uuid[])`.execute(db);
}

/**
 * Notes that catalog has been told of departures: deletes those of the second time, and makes the others due for it after
 * `againSeconds`.
 */
export async function markNestDeparturesTold(
  db: Db,
  { ids, againSeconds }: { ids: readonly string[]; againSeconds: number },
): Promise<void> {
  await db
    .deleteFrom('nest_departures')
    .where('id', 'in', [...ids])
    .where('tries', '=', TOLD)
    .execute();
  await sql`
    update nest_departures
    set tries = ${TOLD}, due_at = clock_timestamp() + make_interval(secs => ${againSeconds})
    where id = any(${[...ids]}::uuid[])`.execute(db);
}
