import { randomInt } from 'node:crypto';
import { join } from 'node:path';

import { Problem } from '../host/problem.ts';
import { readJson, writePrivately } from './data-folder.ts';

export interface Superadmin {
  email: string;
  username: string;
  password: string;
}

/** Letters and digits except 0, O, 1, l and I, which look alike on paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 16;

/** The content of `superadmin.json`; without a password if the first one came from the environment. */
interface Kept {
  email?: string;
  username?: string;
  password?: string;
  isShown?: boolean;
}

/**
 * Returns the first superadmin. Given values take precedence; the others come from the data folder, which gets them at
 * the first start. A given password is never written down. `isPasswordKnown` is false if an earlier start was given a
 * password and this one was not: the account keeps it, and only its owner knows it.
 */
export function getSuperadmin(
  dataDir: string,
  given: Partial<Superadmin>,
): { superadmin: Superadmin; isPasswordKnown: boolean } {
  assertLength(given.password);
  const file = superadminFile(dataDir);
  const kept = readJson(file) as Kept; // written below alone
  const isFirst = kept.email === undefined;
  const email = given.email ?? kept.email ?? 'superadmin@larksong.example';
  const username = given.username ?? kept.username ?? 'superadmin';
  const password = given.password ?? kept.password ?? generatePassword();
  if (isFirst)
    writePrivately(file, { email, username, ...(given.password === undefined ? { password } : {}) });
  const isPasswordKnown = given.password !== undefined || kept.password !== undefined || isFirst;
  return { superadmin: { email, username, password }, isPasswordKnown };
}

/** Returns the path of the file that stores a generated password, readable only by the owner. */
export function superadminFile(dataDir: string): string {
  return join(dataDir, 'superadmin.json');
}

/** Records that the password has been shown; returns false if it had been shown before. */
export function markShown(file: string): boolean {
  const kept = readJson(file) as Kept; // written in this file alone
  if (kept.isShown === true) return false;
  writePrivately(file, { ...kept, isShown: true });
  return true;
}

/** Records the superadmin that was chosen on the page for the first start; only its owner knows the password. */
export function forgetPassword(
  dataDir: string,
  { email, username }: Pick<Superadmin, 'email' | 'username'>,
): void {
  writePrivately(superadminFile(dataDir), { email, username, isShown: true });
}

function assertLength(password: string | undefined): void {
  if (password !== undefined && (password.length < 8 || password.length > 128))
    throw new Problem('SUPERADMIN_PASSWORD must have 8 to 128 characters.');
}

/** Returns 16 characters out of 56: about 93 bits. */
function generatePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
