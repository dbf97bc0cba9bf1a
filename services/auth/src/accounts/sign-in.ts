import type { auth } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { trustedDevice, type Place, type Places } from '../known-places/place.ts';
import { findAccountAtPlace } from '../known-places/store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { TokenIssuer } from '../sessions/token-issuer.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { normalizeEmail } from '../users/account.ts';

/**
 * Signs in with a password and remembers the place; the nests whose refresh token is `leaves` leave the device. Does the
 * same work whether or not the account exists. Throws INVALID_CREDENTIALS, ACCOUNT_DISABLED, TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function signInWithPassword(
  deps: { db: Db; passwords: PasswordHasher; places: Places; throttle: Throttle; tokens: TokenIssuer },
  given: {
    email: string;
    password: string;
    place: Place;
    userAgent: string | undefined;
    leaves?: string | undefined;
  },
): Promise<auth.SignedIn> {
  const { place, userAgent, leaves } = given;
  const email = normalizeEmail(given.email);
  const account = await findAccountAtPlace(deps.db, email, deps.places.fingerprint(email, place));
  const { user, knowsDevice, knowsNetwork } = account;
  const attempt = {
    email,
    network: place.network,
    isNetworkKnown: knowsNetwork,
    trusted: knowsDevice ? trustedDevice(place) : undefined,
  };
  const claim = { network: place.network, isKnown: knowsDevice };
  const isRight = await deps.throttle.checkPassword(attempt, () =>
    deps.passwords.verify(given.password, user?.password_hash, claim),
  );
  if (!isRight || !user) throw new AppError('INVALID_CREDENTIALS');
  // Revealed only after the password was verified.
  if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED');
  return deps.tokens.signIn(user, { place, userAgent, leaves });
}
