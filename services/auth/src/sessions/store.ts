import type { auth } from '@larksong/contracts';
import { deleteInBatches, repeatBatches } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import { TEACHER_COLUMNS, toTeacher } from '../users/teacher.ts';

export interface SessionRow {
  id: string;
  isActive: boolean;
  user: { id: string; username: string; role: auth.Role; teacher: auth.Teacher | null };
}

const MAX_LISTED_SESSIONS = 200;

// clock_timestamp(), not now(): a transaction that waited for its lock must see the time after the wait.
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
      // The transaction may have waited for other sign-ins, whose sessions would otherwise seem to be used later.
      last_used_at: clock,
      revoked_at: null,
      user_agent: session.userAgent,
    })
    .execute();
  await createToken(trx, { hash: session.tokenHash, sessionId: session.id });
}

/** Returns a session with its account and whether it is active, or undefined. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.id as userId', 'username', 'role', isActive.as('isActive')])
    .select(TEACHER_COLUMNS)
    .where('sessions.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      isActive: row.isActive,
      user: { id: row.userId, username: row.username, role: row.role, teacher: toTeacher(row) },
    }
  );
}

const isActive = sql<boolean>`revoked_at is null and expires_at > clock_timestamp() and disabled_at is null`;

/** Returns the session of a refresh token and locks it, and so its whole family, until the transaction ends. */
export async function lockSessionOfToken(trx: Trx, tokenHash: Buffer): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select('sessions.id')
    .where('token_hash', '=', tokenHash)
    .forUpdate('sessions')
    .executeTakeFirst();
}

/** Returns the use of a token, or undefined if it was never issued. */
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

/** Marks a token as used, stores its successor, and extends the session. */
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

/** Revokes a session; an earlier revocation stays. */
export async function markRevoked(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: clock })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes all sessions of a user except `exceptId`. */
export async function markAllRevoked(db: Db, userId: string, exceptId?: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: clock })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
}

/** Revokes a session of this user; returns false if the user has no such active session. */
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

/** Returns the ids of the sessions of a user that were not revoked. */
export async function listOpenSessionIds(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the ids of sessions, members' and nests', revoked within the last `seconds`. */
export async function listJustRevoked(db: Db, seconds: number): Promise<string[]> {
  const since = sql<Date>`clock_timestamp() - make_interval(secs => ${seconds})`;
  const listOf = (table: 'sessions' | 'nest_sessions') =>
    db.selectFrom(table).select('id').where('revoked_at', '>', since).execute();
  const [members, nests] = await Promise.all([listOf('sessions'), listOf('nest_sessions')]);
  return [...members, ...nests].map(({ id }) => id);
}

export interface LivingSession {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
}

/** Returns the active sessions of a user, most recently used first. */
export async function listLivingSessions(db: Db, userId: string): Promise<LivingSession[]> {
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
 * Deletes sessions that ended more than a day ago, and used tokens older than a session's lifetime. The latest use is
 * stored with the account.
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
