import { deleteInBatches } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, UserRow } from '../db/tables.ts';
import type { Fingerprints } from './place.ts';

interface AccountAtPlace {
  user: UserRow | undefined;
  knowsDevice: boolean;
  knowsNetwork: boolean;
}

/**
 * Returns the account with a normalized email and whether it has signed in from the place before. Runs the same single
 * query whether or not the account exists.
 */
export async function findAccountAtPlace(
  db: Db,
  email: string,
  { device, network }: Fingerprints,
): Promise<AccountAtPlace> {
  const knows = (fingerprint: Buffer) => sql<boolean>`exists (
    select from known_places where user_id = users.id and fingerprint = ${fingerprint})`;
  const row = await db
    .selectFrom('users')
    .selectAll()
    .select([knows(device).as('knowsDevice'), knows(network).as('knowsNetwork')])
    .where('email', '=', email)
    .executeTakeFirst();
  if (!row) return { user: undefined, knowsDevice: false, knowsNetwork: false };
  const { knowsDevice, knowsNetwork, ...user } = row;
  return { user, knowsDevice, knowsNetwork };
}

/** Stores a place of an account. */
export async function rememberPlace(
  db: Db,
  userId: string,
  { device, network }: Fingerprints,
): Promise<void> {
  const lastUsedAt = sql<Date>`clock_timestamp()`;
  await db
    .insertInto('known_places')
    // Always in this order, so that concurrent sign-ins cannot deadlock.
    .values([
      { user_id: userId, kind: 'device', fingerprint: device, last_used_at: lastUsedAt },
      { user_id: userId, kind: 'network', fingerprint: network, last_used_at: lastUsedAt },
    ])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'fingerprint']).doUpdateSet({ last_used_at: lastUsedAt }),
    )
    .execute();
}

/** Deletes all places of an account. */
export async function forgetPlaces(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_places').where('user_id', '=', userId).execute();
}

/** Deletes places unused for `days`, and for each account and kind all but the `most` latest. */
export async function deleteOldPlaces(
  db: Db,
  { days, most, signal }: { days: number; most: number; signal: AbortSignal | undefined },
): Promise<void> {
  const isOld = sql`last_used_at < now() - make_interval(days => ${days})`;
  await deleteInBatches(db, { table: 'known_places', where: isOld, signal });
  const isOneTooMany = sql`(user_id, fingerprint) in (
    select user_id, fingerprint from (
      select user_id, fingerprint,
        row_number() over (partition by user_id, kind order by last_used_at desc) as place
      from known_places
    ) as ranked
    where place > ${most})`;
  await deleteInBatches(db, { table: 'known_places', where: isOneTooMany, signal });
}
