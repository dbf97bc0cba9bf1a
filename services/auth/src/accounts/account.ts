import type { auth } from '@larksong/contracts';

import type { UserRow } from '../db/tables.ts';

/** Returns the form in which an email is stored and compared. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Returns the form in which a username is stored. */
export function normalizeUsername(username: string): string {
  return username.trim().normalize('NFC');
}

/** Returns the key by which usernames are unique: case and compatibility forms do not distinguish them. */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase();
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
    createdAt: row.created_at.toISOString(),
  };
}
