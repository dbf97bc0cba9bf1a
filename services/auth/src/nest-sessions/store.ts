import type { auth } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

// clock_timestamp(), not now(): a transaction that waited for its lock must see the time after the wait.
const clock = sql<Date>`clock_timestamp()`;

function inDays(days: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + make_interval(days => ${days})`;
}

/** A nest that is open in a session. */
export interface OpenNest {
  id: string;
  ownerId: string;
  /** The id of its rule: its own, or its class. */
  ruleId: string;
  animal: auth.Animal;
  ground: auth.Ground;
  nickname: string;
}

export interface NestSessionRow {
  id: string;
  isActive: boolean;
  /** Whose PIN opens its door. */
  memberId: string;
  cameBy: auth.CameBy;
  canSwitch: boolean;
  nests: OpenNest[];
}

/**
 * Whose PIN opens the door: who made the card or the code, as long as that member cares for what it opens and has a PIN,
 * and otherwise the member of the session.
 */
const DOOR_MEMBER = sql`coalesce((
    select maker.id from users maker join nest_pins pin on pin.user_id = maker.id and pin.hash is not null
    where maker.id = s.maker_id and maker.disabled_at is null and (
      exists (select from nest_classes c where c.id = s.class_id and maker.id in (c.owner_id, c.shared_with_id))
      or exists (
        select from nest_session_nests x join nests n on n.id = x.nest_id left join nest_classes c on c.id = n.class_id
        where x.session_id = s.id and maker.id in (n.owner_id, n.shared_with_id, c.shared_with_id)
      ))
  ), s.member_id)`;

/**
 * Returns a session with the nests that are open in it now, or undefined. Those whose owner is disabled, or that its
 * member no longer cares for, are left out; it has ended once none is left, except on the tablet of a class.
 */
export async function findNestSession(db: Db, id: string): Promise<NestSessionRow | undefined> {
  const { rows } = await sql<NestSessionRow & { isClass: boolean }>`
    select s.id, ${DOOR_MEMBER} as "memberId", s.came_by as "cameBy", s.can_switch as "canSwitch",
      s.class_id is not null as "isClass",
      s.revoked_at is null and s.expires_at > clock_timestamp() and member.disabled_at is null as "isActive",
      coalesce((
        select json_agg(json_build_object('id', n.id, 'ownerId', n.owner_id, 'ruleId', coalesce(n.class_id, n.id),
          'animal', n.animal, 'ground', n.ground, 'nickname', n.nickname) order by n.created_at, n.id)
        from nests n
          join users owner on owner.id = n.owner_id and owner.disabled_at is null
          left join nest_classes c on c.id = n.class_id
        where n.id in (
            select nest_id from nest_session_nests where session_id = s.id
            union all select id from nests where class_id = s.class_id
          )
          and s.member_id in (n.owner_id, n.shared_with_id, c.shared_with_id)
      ), '[]') as nests
    from nest_sessions s join users member on member.id = s.member_id
    where s.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { isClass, ...session } = row;
  return { ...session, isActive: row.isActive && (isClass || row.nests.length > 0) };
}

/** Starts a session with its first refresh token. The caller opens the transaction. */
export async function createNestSession(
  trx: Trx,
  session: {
    id: string;
    memberId: string;
    makerId?: string | null;
    cameBy: auth.CameBy;
    cardId?: string;
    /** All nests of this class, or else those of `nestIds`. */
    classId?: string;
    nestIds: readonly string[];
    canSwitch: boolean;
    device: string | null;
    tokenHash: Buffer;
    lifetimeDays: number;
  },
): Promise<void> {
  const { id, nestIds } = session;
  await trx
    .insertInto('nest_sessions')
    .values({
      id,
      member_id: session.memberId,
      maker_id: session.makerId ?? null,
      came_by: session.cameBy,
      card_id: session.cardId ?? null,
      class_id: session.classId ?? null,
      can_switch: session.canSwitch,
      device: session.device,
      expires_at: inDays(session.lifetimeDays),
    })
    .execute();
  if (nestIds.length > 0)
    await trx
      .insertInto('nest_session_nests')
      .values(nestIds.map((nestId) => ({ session_id: id, nest_id: nestId })))
      .execute();
  await createToken(trx, { hash: session.tokenHash, sessionId: id });
}

/** Returns the session of a refresh token and locks it, and so its whole family, until the transaction ends. */
export async function lockNestSessionOfToken(
  trx: Trx,
  tokenHash: Buffer,
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('nest_refresh_tokens')
    .innerJoin('nest_sessions', 'nest_sessions.id', 'nest_refresh_tokens.session_id')
    .select('nest_sessions.id')
    .where('token_hash', '=', tokenHash)
    .forUpdate('nest_sessions')
    .executeTakeFirst();
}

/** Returns the use and the session of a token, or undefined if it was never issued. */
export async function findNestTokenUse(
  db: Db,
  tokenHash: Buffer,
): Promise<{ usedSecondsAgo: number | null; sessionId: string } | undefined> {
  return db
    .selectFrom('nest_refresh_tokens')
    .select(['session_id as sessionId'])
    .select(sql<number | null>`extract(epoch from ${clock} - used_at)::float8`.as('usedSecondsAgo'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Marks a token as used, stores its successor, and extends the session. */
export async function rotateNestToken(
  trx: Trx,
  rotation: { sessionId: string; hash: Buffer; successorHash: Buffer; lifetimeDays: number },
): Promise<void> {
  await trx
    .updateTable('nest_refresh_tokens')
    .set({ used_at: clock })
    .where('token_hash', '=', rotation.hash)
    .execute();
  await createToken(trx, { hash: rotation.successorHash, sessionId: rotation.sessionId });
  await trx
    .updateTable('nest_sessions')
    .set({ expires_at: inDays(rotation.lifetimeDays), last_used_at: clock })
    .where('id', '=', rotation.sessionId)
    .execute();
}

async function createToken(trx: Trx, token: { hash: Buffer; sessionId: string }): Promise<void> {
  await trx
    .insertInto('nest_refresh_tokens')
    .values({ token_hash: token.hash, session_id: token.sessionId })
    .execute();
}

/** Ends a session; an earlier end stays. */
export async function endNestSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('nest_sessions')
    .set({ revoked_at: clock })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Deletes sessions that ended more than a day ago, and used tokens older than a session's lifetime. */
export async function deleteEndedNestSessions(
  db: Db,
  lifetimeDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const dayAgo = sql`now() - interval '1 day'`;
  for (const where of [sql`expires_at < ${dayAgo}`, sql`revoked_at < ${dayAgo}`])
    await deleteInBatches(db, { table: 'nest_sessions', where, signal });
  const where = sql`used_at < now() - make_interval(days => ${lifetimeDays})`;
  await deleteInBatches(db, { table: 'nest_refresh_tokens', where, signal });
}
