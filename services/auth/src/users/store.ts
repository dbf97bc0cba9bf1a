import type { auth, Language } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { usernameKey } from './account.ts';
import { toRoleColumns } from './teacher.ts';

interface NewUser {
  id: string;
  /** Normalized. */
  email: string;
  /** Normalized. */
  username: string;
  passwordHash: string;
  role?: auth.GivenRole;
  emailVerifiedAt?: Date;
  /** Since when somebody who runs the site vouches for it. */
  confirmedAt?: Date;
  language?: Language | undefined;
  displayName?: string | null;
}

/** Returns the account with this id, or undefined. */
export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the account with this normalized email, or undefined. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Returns which of the two another account than that of `exceptId` has, the email if both are taken, or undefined. */
export async function findTaken(
  db: Db,
  account: { email: string; username: string },
  exceptId?: string,
): Promise<'email' | 'username' | undefined> {
  const key = usernameKey(account.username);
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where((eb) => eb.or([eb('email', '=', account.email), eb('username_key', '=', key)]))
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
  if (rows.length === 0) return undefined;
  return rows.some((row) => row.email === account.email) ? 'email' : 'username';
}

/** Returns those of these keys of usernames that are taken. */
export async function findUsernameKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('username_key')
    .where('username_key', 'in', keys)
    .execute();
  return new Set(rows.map((row) => row.username_key));
}

/** Creates an account. Returns undefined if the email or the username is taken. */
export async function createUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      username: user.username,
      username_key: usernameKey(user.username),
      display_name: user.displayName ?? null,
      password_hash: user.passwordHash,
      ...toRoleColumns(user.role ?? 'user'),
      email_verified_at: user.emailVerifiedAt ?? null,
      confirmed_at: user.confirmedAt ?? null,
      language: user.language ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Updates the role of an account; returns whether it changed. */
export async function updateRole(db: Db, id: string, role: auth.Role): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ role })
    .where('id', '=', id)
    .where('role', '!=', role)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Updates the display name of an account. Returns undefined if the account does not exist. */
export async function updateDisplayName(
  db: Db,
  id: string,
  displayName: string | null,
): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ display_name: displayName })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Updates the language of an account. Returns undefined if the account does not exist. */
export async function updateLanguage(
  db: Db,
  id: string,
  language: Language | null,
): Promise<UserRow | undefined> {
  return db.updateTable('users').set({ language }).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Replaces the hash that was verified; returns false if it has been changed since. */
export async function replacePassword(
  db: Db,
  id: string,
  change: { from: string; to: string },
): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ password_hash: change.to })
    .where('id', '=', id)
    .where('password_hash', '=', change.from)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets the password hash after a reset link was used, which also verifies the email. */
export async function resetPasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', id)
    .execute();
}

/** Marks the email of an account as verified; an earlier date stays. */
export async function markEmailVerified(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks an account until the transaction ends, so that later changes of it also end the session that is being created.
 * Returns false if the verified password was changed or the account disabled meanwhile.
 */
export async function lockForSignIn(trx: Trx, user: { id: string; password_hash: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks an account until the transaction ends and returns its newest row; undefined if it no longer exists or the verified
 * password was changed meanwhile.
 */
export async function lockVerified(
  trx: Trx,
  user: { id: string; password_hash: string },
): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Deletes an account with its sessions, places, links and video outcomes, and the mails and invitations that it
 * requested as a superadmin.
 */
export async function deleteUser(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** Returns the names of the existing accounts among these ids, in no order. */
export async function listNames(
  db: Db,
  ids: string[],
): Promise<{ id: string; username: string; displayName: string | null }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as displayName'])
    .where('id', 'in', ids)
    .execute();
}

/** Returns the roles of accounts that are not disabled. */
export async function listStandings(
  db: Db,
  ids: string[],
): Promise<{ id: string; role: auth.Role; isTeacher: boolean }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'role', 'is_teacher as isTeacher'])
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .execute();
}

/** Returns all superadmins that are not disabled, the oldest account first. */
export async function listSuperadmins(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Takes the advisory lock for changes of superadmins until the transaction ends. */
export async function lockSuperadmin(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('larksong superadmin'))`.execute(trx);
}
