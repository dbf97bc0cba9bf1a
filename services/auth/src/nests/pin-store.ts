import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import { PIN_RULES } from './pin-rules.ts';

export interface PinState {
  isSet: boolean;
  rests: boolean;
}

/** Returns whether a member has a PIN, and whether it rests. */
export async function findPinState(db: Db, userId: string): Promise<PinState> {
  const row = await db
    .selectFrom('nest_pins')
    .select(['hash', 'rests'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { isSet: row !== undefined && row.hash !== null, rests: row?.rests ?? false };
}

const NOTHING_WRONG = {
  wrong_in_row: 0,
  wrong_since_right: 0,
  wrong_on_day: 0,
  next_try_at: null,
  rests: false,
};

/** Stores a member's first PIN; returns false if there is one. */
export async function createPin(
  db: Db,
  userId: string,
  { hash, keyId }: { hash: string; keyId: string },
): Promise<boolean> {
  const result = await db
    .insertInto('nest_pins')
    .values({ user_id: userId, hash, key_id: keyId })
    // Wrong tries may have been counted before there was one.
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ hash, key_id: keyId }).where('nest_pins.hash', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Replaces a member's PIN after the password was given. */
export async function replacePin(
  db: Db,
  userId: string,
  { hash, keyId }: { hash: string; keyId: string },
): Promise<void> {
  await db
    .insertInto('nest_pins')
    .values({ user_id: userId, hash, key_id: keyId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ hash, key_id: keyId, ...NOTHING_WRONG }),
    )
    .execute();
}

/** Forgets wrong PINs after the password was given. */
export async function forgiveWrongPins(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('nest_pins')
    .set(NOTHING_WRONG)
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('wrong_since_right', '>', 0), eb('wrong_on_day', '>', 0), eb('rests', '=', true)]),
    )
    .execute();
}

/** A try that may be checked; it counts as wrong until it turns out to be right. */
export interface Try {
  hash: string | null;
  keyId: string | null;
  /** How long further tries wait; 0 if they do not. */
  pauseSeconds: number;
  /** Whether this was the last one before only the password helps. */
  rests: boolean;
  /** The moment that this try has set; a later one sets another. */
  nextTryAt: string;
}

const { freeTries, firstPauseSeconds, pauseSeconds, wrongOnDay, wrongSinceRight } = PIN_RULES;
const today = sql`(clock_timestamp() at time zone 'utc')::date`;
const pause = sql`case when wrong_in_row + 1 < ${freeTries} then 0
  when wrong_in_row + 1 = ${freeTries} then ${firstPauseSeconds} else ${pauseSeconds} end`;
const onDay = sql`case when wrong_day = ${today} then wrong_on_day else 0 end + 1`;

/**
 * Counts a try as wrong before it is checked, so that simultaneous ones do not exceed a limit. Returns undefined, and
 * counts nothing, during a pause and while the PIN rests.
 */
export async function claimTry(db: Db, userId: string): Promise<Try | undefined> {
  await db
    .insertInto('nest_pins')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<Try>`
    update nest_pins set
      next_try_at = clock_timestamp() + make_interval(secs => ${pause}),
      rests = ${onDay} >= ${wrongOnDay} or wrong_since_right + 1 >= ${wrongSinceRight},
      wrong_on_day = ${onDay},
      wrong_day = ${today},
      wrong_in_row = wrong_in_row + 1,
      wrong_since_right = wrong_since_right + 1
    where user_id = ${userId} and not rests and (next_try_at is null or next_try_at <= clock_timestamp())
    returning hash, key_id as "keyId", rests, next_try_at::text as "nextTryAt", case when wrong_in_row < ${freeTries} then 0
      when wrong_in_row = ${freeTries} then ${firstPauseSeconds} else ${pauseSeconds} end::integer as "pauseSeconds"`.execute(
    db,
  );
  return rows[0];
}

/** Returns why no try is allowed: the PIN rests, or for how many seconds there is a pause. */
export async function findPause(db: Db, userId: string): Promise<{ rests: boolean; seconds: number }> {
  const { rows } = await sql<{ rests: boolean; seconds: number }>`
    select rests, ceil(greatest(extract(epoch from next_try_at - clock_timestamp()), 1))::integer as seconds
    from nest_pins where user_id = ${userId}`.execute(db);
  return rows[0] ?? { rests: false, seconds: 1 };
}

/** Takes a try off the count that turned out to be right; with `kept`, the hash of the PIN with the present key. */
export async function markRight(
  db: Db,
  userId: string,
  kept?: { hash: string; keyId: string },
): Promise<void> {
  await db
    .updateTable('nest_pins')
    .set({ wrong_in_row: 0, wrong_since_right: 0, next_try_at: null, rests: false })
    .set((eb) => ({ wrong_on_day: sql<number>`greatest(${eb.ref('wrong_on_day')} - 1, 0)` }))
    .$if(kept !== undefined, (query) => query.set({ hash: kept?.hash ?? '', key_id: kept?.keyId ?? '' }))
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Takes a try off the count that was not checked after all. The pause or the rest that it began ends, but none that a later
 * try has begun.
 */
export async function returnTry(
  db: Db,
  userId: string,
  { nextTryAt }: Pick<Try, 'nextTryAt'>,
): Promise<void> {
  const isLatest = sql`next_try_at = ${nextTryAt}::timestamptz`;
  await sql`
    update nest_pins set
      wrong_in_row = greatest(wrong_in_row - 1, 0),
      wrong_since_right = greatest(wrong_since_right - 1, 0),
      wrong_on_day = greatest(wrong_on_day - 1, 0),
      rests = case when ${isLatest} then false else rests end,
      next_try_at = case when ${isLatest} then null else next_try_at end
    where user_id = ${userId}`.execute(db);
}
