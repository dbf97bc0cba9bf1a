import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Place, Places } from '../known-places/place.ts';
import { forgetPlaces, rememberPlace } from '../known-places/store.ts';
import { deleteLinks } from '../links/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { markAllRevoked } from '../sessions/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { replacePassword } from '../users/store.ts';
import { checkOwnPassword } from './own-password.ts';

/**
 * Changes a member's password, ends the other sessions and forgets the other places. Throws as `checkOwnPassword` does,
 * VALIDATION_FAILED or CONFLICT.
 */
export async function changeAccountPassword(
  deps: { db: Db; passwords: PasswordHasher; places: Places; throttle: Throttle },
  given: { viewer: Viewer; currentPassword: string; newPassword: string; place: Place },
): Promise<void> {
  const { db, passwords, places } = deps;
  const { viewer, place, currentPassword: password } = given;
  const user = await checkOwnPassword(deps, { viewer, password, place });
  const problem = findPasswordProblem(given.newPassword, user);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const claim = { network: place.network, isKnown: true };
  const change = { from: user.password_hash, to: await passwords.hash(given.newPassword, claim) };
  await db.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, user.id, change))) throw new AppError('CONFLICT');
    await markAllRevoked(trx, user.id, viewer.sessionId);
    await deleteLinks(trx, user.id, 'reset-password');
    await forgetPlaces(trx, user.id);
    await rememberPlace(trx, user.id, places.fingerprint(user.email, place));
  });
}
