import { AppError } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, UserRow } from '../db/tables.ts';
import { forgetPlaces } from '../known-places/store.ts';
import { deleteLinks } from '../links/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { markAllRevoked } from '../sessions/store.ts';
import { replacePassword } from '../users/store.ts';

/**
 * Sets the password of an account for its owner, ends all of its sessions and forgets its places and reset links. Throws
 * VALIDATION_FAILED, or CONFLICT if the password was changed meanwhile.
 */
export async function setAccountPassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  user: UserRow,
  { password, record }: { password: string; record: RecordChange },
): Promise<void> {
  const problem = findPasswordProblem(password, user);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const to = await passwords.hash(password, { network: 'none', isKnown: true });
  await db.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, user.id, { from: user.password_hash, to })))
      throw new AppError('CONFLICT');
    await markAllRevoked(trx, user.id);
    await deleteLinks(trx, user.id, 'reset-password');
    await forgetPlaces(trx, user.id);
    await record(trx, { action: 'account.set-password', subject: { id: user.id, name: user.username } });
  });
}
