import { AppError } from '@larksong/service-kit';

import type { PasswordHasher } from '../accounts/password-hasher.ts';
import { findPasswordProblem } from '../accounts/password-rules.ts';
import { resetPasswordHash } from '../accounts/store.ts';
import type { Db } from '../db/tables.ts';
import { hashSecret } from '../secret-token.ts';
import { markAllRevoked } from '../sessions/store.ts';
import { findLinkOwner, useLink } from './store.ts';

/**
 * Sets a new password with a link, ends all sessions of the account, and gives its email. Throws LINK_NOT_VALID,
 * VALIDATION_FAILED (the link stays good) or TOO_BUSY (as well).
 */
export async function resetAccountPassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  given: { token: string; password: string },
): Promise<string> {
  const link = { tokenHash: hashSecret(given.token), purpose: 'reset-password' as const };
  const owner = await findLinkOwner(db, link);
  // Before the hash, which costs more than anything else here.
  if (!owner) throw new AppError('LINK_NOT_VALID');
  const problem = findPasswordProblem(given.password, owner);
  if (problem) throw new AppError('VALIDATION_FAILED', { message: problem });
  const passwordHash = await passwords.hash(given.password);
  await db.transaction().execute(async (trx) => {
    const userId = await useLink(trx, link);
    if (userId === undefined) throw new AppError('LINK_NOT_VALID');
    await resetPasswordHash(trx, userId, passwordHash);
    await markAllRevoked(trx, userId);
  });
  return owner.email;
}
