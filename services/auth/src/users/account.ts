import { type auth, because } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { UserRow } from '../db/tables.ts';
import { isOneScript } from './one-script.ts';
import { toTeacher } from './teacher.ts';

/** Returns the form in which an email is stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Throws VALIDATION_FAILED for a username that could pass for another one by similar letters. */
export function refuseMixedScripts(username: string): void {
  if (isOneScript(username)) return;
  throw new AppError('VALIDATION_FAILED', because('account.username-mixes-scripts'));
}

/** Returns the form in which a username is stored. */
export function normalizeUsername(username: string): string {
  return username.trim().normalize('NFC');
}

/** Returns the key by which usernames are unique: case and compatibility forms do not distinguish them. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase();
}

/** Returns whether somebody who runs the site vouches for an account: by name, or by a role. */
export function isConfirmed(row: Pick<UserRow, 'confirmed_at' | 'role' | 'is_teacher'>): boolean {
  return row.confirmed_at !== null || row.role === 'superadmin' || row.is_teacher;
}

/** Maps an account to what decides whether it may write comments; null for a disabled one. */
export function toAuthor(row: UserRow): auth.Author | null {
  if (row.disabled_at) return null;
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    role: row.role,
    isTeacher: toTeacher(row) !== null,
    isVerified: row.email_verified_at !== null || isConfirmed(row),
    createdAt: row.created_at.toISOString(),
  };
}

/** Maps an account to the contract, without its password hash. */
export function toUser(row: UserRow): auth.User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    role: row.role,
    teacher: toTeacher(row),
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}
