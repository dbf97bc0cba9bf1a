import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { deleteLinks } from '../links/store.ts';
import { markAllRevoked } from '../sessions/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { findPasswordProblem } from './password-rules.ts';
import { findUser, replacePassword } from './store.ts';

/**
 * Changes a member's password and ends the other sessions. Wrong current passwords count like failed sign-ins.
 * Throws WRONG_PASSWORD, TOO_MANY_REQUESTS, VALIDATION_FAILED, CONFLICT or TOO_BUSY.
 */
export async function changeAccountPassword(
  { db, passwords, throttle }: { db: Db; passwords: PasswordHasher; throttle: Throttle },
  given: { viewer: Viewer; currentPassword: string; newPassword: string; address: string },
): Promise<void> {
  const { viewer } = given;
  const user = await findUser(db, viewer.id);
  if (!user) throw new AppError('UNAUTHENTICATED');
  const attempt = { email: user.email, address: given.address };
  await throttle.beforeSignIn(attempt);
  if (!(await passwords.verify(given.currentPassword, user.password_hash))) {
    await throttle.noteFailure(attempt);
    throw new AppError('WRONG_PASSWORD');
  }
  await throttle.forgive(user.email);
  const problem = findPasswordProblem(given.newPassword, user);
  if (problem) throw new AppError('VALIDATION_FAILED', { message: problem });
  const change = { from: user.password_hash, to: await passwords.hash(given.newPassword) };
  await db.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, user.id, change))) throw new AppError('CONFLICT');
    await markAllRevoked(trx, user.id, viewer.sessionId);
    await deleteLinks(trx, user.id, 'reset-password');
  });
}
