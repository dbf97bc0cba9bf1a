import type { auth } from '@larksong/contracts';

import type { UserRow } from '../db/tables.ts';

/** The form in which an email is kept and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** The form in which a username is kept. */
export function normalizeUsername(username: string): string {
  return username.trim().normalize('NFC');
}

/** Two usernames with the same key are one and the same: case and compatibility forms do not tell them apart. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase();
}

/** Maps an account to the contract, without its password. */
export function toUser(row: UserRow): auth.User {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    role: row.role,
    createdAt: row.created_at.toISOString(),
  };
}
