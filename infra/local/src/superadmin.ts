import { randomInt } from 'node:crypto';
import { join } from 'node:path';

import { readJson, writePrivately } from './data-folder.ts';
import { Problem } from './problem.ts';

export interface Superadmin {
  email: string;
  username: string;
  password: string;
}

/** Without 0, O, 1, l and I, which look alike on paper. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 16;

/** What `superadmin.json` holds; no password where the first one came from the environment. */
interface Kept {
  email?: string;
  username?: string;
  password?: string;
  isShown?: boolean;
}

/**
 * Who the first superadmin is: what is given wins; the rest is what the data folder keeps, made at the first start.
 * A given password is never written down. `isPasswordKnown` is false when an earlier start was given one and this
 * one was not: the account keeps it, and nobody but its owner knows it.
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

/** Where a generated password is kept, readable by the owner alone. */
export function superadminFile(dataDir: string): string {
  return join(dataDir, 'superadmin.json');
}

/** Notes that the password has been shown; false when it had been before. */
export function markShown(file: string): boolean {
  const kept = readJson(file) as Kept; // written in this file alone
  if (kept.isShown === true) return false;
  writePrivately(file, { ...kept, isShown: true });
  return true;
}

function assertLength(password: string | undefined): void {
  if (password !== undefined && (password.length < 8 || password.length > 128))
    throw new Problem('SUPERADMIN_PASSWORD must have 8 to 128 characters.');
}

/** 16 characters of 56: about 93 bits. */
function generatePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
