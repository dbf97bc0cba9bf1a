import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { trustedDevice, type Place, type Places } from '../known-places/place.ts';
import { forgetPlaces, rememberPlace } from '../known-places/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findPasswordProblem } from '../passwords/password-rules.ts';
import { hashSecret } from '../secret-token.ts';
import { markAllRevoked } from '../sessions/store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { resetPasswordHash } from '../users/store.ts';
import { findLinkOwner, useLink } from './store.ts';

/**
 * Sets a new password with a link and ends all sessions of the account. Afterwards the account knows only this place, so
 * that the owner can sign in here whatever others try. Throws LINK_NOT_VALID, VALIDATION_FAILED or TOO_BUSY; after the
 * latter two the link stays valid.
 */
export async function resetAccountPassword(
  deps: { db: Db; passwords: PasswordHasher; places: Places; throttle: Throttle },
  given: { token: string; password: string; place: Place },
): Promise<void> {
  const { db, passwords, places, throttle } = deps;
  const { place } = given;
  const link = { tokenHash: hashSecret(given.token), purpose: 'reset-password' as const };
  const owner = await findLinkOwner(db, link);
  // Before the hash, which is by far the most expensive step.
  if (!owner) throw new AppError('LINK_NOT_VALID');
  const problem = findPasswordProblem(given.password, owner);
  if (problem) throw new AppError('VALIDATION_FAILED', problem);
  const passwordHash = await passwords.hash(given.password, { network: place.network, isKnown: true });
  await db.transaction().execute(async (trx) => {
    const userId = await useLink(trx, link);
    if (userId === undefined) throw new AppError('LINK_NOT_VALID');
    await resetPasswordHash(trx, userId, passwordHash);
    await markAllRevoked(trx, userId);
    await forgetPlaces(trx, userId);
    await rememberPlace(trx, userId, places.fingerprint(owner.email, place));
  });
  const here = { email: owner.email, network: place.network, isNetworkKnown: true };
  await throttle.forgive({ ...here, trusted: trustedDevice(place) });
  await throttle.forgive(here);
}
