import type { auth } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

export interface DeviceRow {
  id: string;
  nestId: string;
  cameBy: auth.CameBy;
  label: string | null;
  device: string | null;
  lastUsedAt: Date;
}

/** The pairs of nests and sessions that are open: those of handing over and cards, and all nests of classes. */
const OPEN_PAIRS = sql`
  select x.nest_id, s.id, s.last_used_at from nest_session_nests x join nest_sessions s on s.id = x.session_id
  where s.revoked_at is null and s.expires_at > clock_timestamp()
  union all
  select n.id, s.id, s.last_used_at from nests n join nest_sessions s on s.class_id = n.class_id
  where s.revoked_at is null and s.expires_at > clock_timestamp()`;

/** Returns the devices on which these nests are open, most recently used first. */
export async function listDevices(db: Db, nestIds: readonly string[]): Promise<DeviceRow[]> {
  if (nestIds.length === 0) return [];
  const { rows } = await sql<DeviceRow>`
    select open.id, open.nest_id as "nestId", s.came_by as "cameBy", card.label, s.device,
      s.last_used_at as "lastUsedAt"
    from (${OPEN_PAIRS}) open join nest_sessions s on s.id = open.id
      left join nest_cards card on card.id = s.card_id
    where open.nest_id = any(${[...nestIds]}::uuid[])
    order by s.last_used_at desc, open.id`.execute(db);
  return rows;
}

/**
 * Ends the least recently used sessions of nests that are open on more than `most` devices. The caller has locked the
 * nests.
 */
export async function endLeastUsedDevices(
  trx: Trx,
  { nestIds, most }: { nestIds: readonly string[]; most: number },
): Promise<void> {
  await sql`
    update nest_sessions set revoked_at = clock_timestamp() where revoked_at is null and id in (
      select id from (
        select open.id, row_number() over (partition by open.nest_id order by open.last_used_at desc, open.id desc) as place
        from (${OPEN_PAIRS}) open where open.nest_id = any(${[...nestIds]}::uuid[])
      ) ranked where place > ${most}
    )`.execute(trx);
}

/**
 * Locks nests until the transaction ends, so that their devices are counted one after the other. Returns how many there
 * are.
 */
export async function lockNests(trx: Trx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const locked = await trx
    .selectFrom('nests')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return locked.length;
}

/** Ends a session in which this nest is open; returns whether there was one. */
export async function endDevice(db: Db, nestId: string, sessionId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update nest_sessions set revoked_at = clock_timestamp() where id = ${sessionId} and id in (
      select open.id from (${OPEN_PAIRS}) open where open.nest_id = ${nestId}
    )`.execute(db);
  return numAffectedRows > 0n;
}

/** Ends the session of a refresh token, be it used or not; does nothing if it was never issued. */
export async function endNestSessionOfToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('nest_sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('nest_refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .execute();
}
