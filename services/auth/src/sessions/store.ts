import type { auth } from '@larksong/contracts';
import { deleteInBatches, repeatBatches } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';

export interface SessionRow {
  id: string;
  isActive: boolean;
  user: { id: string; username: string; role: auth.Role };
}

const MAX_LISTED_SESSIONS = 200;

// The clock, not now(): a transaction that waited for its lock must see the time after the wait.
const clock = sql<Date>`clock_timestamp()`;

function inDays(days: number): RawBuilder<Date> {
  return sql<Date>`clock_timestamp() + make_interval(days => ${days})`;
}

/** Starts a session with its first refresh token. The caller opens the transaction. */
export async function createSession(
  trx: Trx,
  session: {
    id: string;
    userId: string;
    tokenHash: Buffer;
    lifetimeDays: number;
    userAgent: string | null;
  },
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      expires_at: inDays(session.lifetimeDays),
      revoked_at: null,
      user_agent: session.userAgent,
    })
    .execute();
  await createToken(trx, { hash: session.tokenHash, sessionId: session.id });
}

/** Returns a session with its account and whether it is alive, or undefined. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.id as userId', 'username', 'role', isActive.as('isActive')])
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      isActive: row.isActive,
      user: { id: row.userId, username: row.username, role: row.role },
    }
  );
}

const isActive = sql<boolean>`revoked_at is null and expires_at > clock_timestamp() and disabled_at is null`;

/** Finds the session of a refresh token and keeps others off its whole family until the transaction ends. */
export async function lockSessionOfToken(trx: Trx, tokenHash: Buffer): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select('sessions.id')
    .where('token_hash', '=', tokenHash)
    .forUpdate('sessions')
    .executeTakeFirst();
}

/** Undefined for a token that was never given. */
export async function findTokenUse(
  trx: Trx,
  tokenHash: Buffer,
): Promise<{ usedSecondsAgo: number | null } | undefined> {
  return trx
    .selectFrom('refresh_tokens')
    .select(sql<number | null>`extract(epoch from ${clock} - used_at)::float8`.as('usedSecondsAgo'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Marks a token as used and puts its successor in its place; the session lives on from now. */
export async function rotateToken(
  trx: Trx,
  rotation: { sessionId: string; hash: Buffer; successorHash: Buffer; lifetimeDays: number },
): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ used_at: clock })
    .where('token_hash', '=', rotation.hash)
    .execute();
  await createToken(trx, { hash: rotation.successorHash, sessionId: rotation.sessionId });
  await trx
    .updateTable('sessions')
    .set({ expires_at: inDays(rotation.lifetimeDays), last_used_at: clock })
    .where('id', '=', rotation.sessionId)
    .execute();
}

async function createToken(trx: Trx, token: { hash: Buffer; sessionId: string }): Promise<void> {
  await trx
    .insertInto('refresh_tokens')
    .values({ token_hash: token.hash, session_id: token.sessionId, used_at: null })
    .execute();
}

/** Ends a session; one that is revoked stays as it is. */
export async function markRevoked(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: clock })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends every session of a user but one; all of them when `exceptId` is undefined. */
export async function markAllRevoked(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: clock })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
}

/** Ends a session of this user; false when the user has no such living session. */
export async function markOwnRevoked(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: clock })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The sessions that were ended within the last `seconds`. */
export async function listJustRevoked(db: Db, seconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('revoked_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The living sessions of a user, the latest use first. */
export async function listLivingSessions(
  db: Db,
  userId: string,
): Promise<{ id: string; createdAt: Date; lastUsedAt: Date; userAgent: string | null }[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock)
    .orderBy('last_used_at', 'desc')
    .limit(MAX_LISTED_SESSIONS)
    .execute();
}

/**
 * Deletes sessions that ended more than a day ago, and used tokens older than a session's lifetime. When an account
 * was last seen is kept with the account.
 */
export async function deleteEndedSessions(db: Db, lifetimeDays: number, signal?: AbortSignal): Promise<void> {
  await repeatBatches(signal, (limit) => deleteSomeEndedSessions(db, limit));
  const where = sql`used_at < now() - make_interval(days => ${lifetimeDays})`;
  await deleteInBatches(db, { table: 'refresh_tokens', where, signal });
}

async function deleteSomeEndedSessions(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      delete from sessions where id in (
        select id from sessions
        where expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day'
        limit ${limit} for update skip locked
      )
      returning user_id, last_used_at
    ), latest as (
      select user_id, max(last_used_at) as at from ended group by user_id
    ), seen as (
      update users set last_seen_at = greatest(users.last_seen_at, latest.at)
      from latest where users.id = latest.user_id
    )
    select count(*)::integer as count from ended`.execute(db);
  return rows[0]?.count ?? 0;
}
