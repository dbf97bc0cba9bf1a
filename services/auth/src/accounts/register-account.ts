import { AppError, newId } from '@larksong/service-kit';

import type { Db, UserRow } from '../db/tables.ts';
import { normalizeEmail, normalizeUsername } from './account.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { findPasswordProblem } from './password-rules.ts';
import { createUser, findTaken } from './store.ts';

/** Makes an account; throws EMAIL_TAKEN, USERNAME_TAKEN, VALIDATION_FAILED or TOO_BUSY. */
export async function registerAccount(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  given: { email: string; username: string; password: string },
): Promise<UserRow> {
  const account = { email: normalizeEmail(given.email), username: normalizeUsername(given.username) };
  const problem = findPasswordProblem(given.password, account);
  if (problem) throw new AppError('VALIDATION_FAILED', { message: problem });
  // Asked before the hash too, which costs more than anything else here.
  await refuseTaken(db, account);
  const passwordHash = await passwords.hash(given.password);
  const user = await createUser(db, { id: newId(), ...account, passwordHash });
  if (user) return user;
  await refuseTaken(db, account);
  throw new AppError('CONFLICT'); // whoever was in the way is gone again
}

async function refuseTaken(db: Db, account: { email: string; username: string }): Promise<void> {
  const taken = await findTaken(db, account);
  if (taken === 'email') throw new AppError('EMAIL_TAKEN');
  if (taken === 'username') throw new AppError('USERNAME_TAKEN');
}
