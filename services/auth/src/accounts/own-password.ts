import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db, UserRow } from '../db/tables.ts';
import type { Place } from '../known-places/place.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { findUser } from '../users/store.ts';

/**
 * Returns the account of a signed-in member who has typed the password again. Wrong passwords slow down this session only:
 * its holder cannot lock the owner out, and outsiders cannot block it. Throws WRONG_PASSWORD, TOO_MANY_REQUESTS or
 * TOO_BUSY.
 */
export async function checkOwnPassword(
  deps: { db: Db; passwords: PasswordHasher; throttle: Throttle },
  given: { viewer: Viewer; password: string; place: Place },
): Promise<UserRow> {
  const { viewer, place } = given;
  const user = await findUser(deps.db, viewer.id);
  if (!user) throw new AppError('UNAUTHENTICATED');
  const attempt = {
    email: user.email,
    network: place.network,
    isNetworkKnown: true,
    trusted: `session ${viewer.sessionId}`,
  };
  const claim = { network: place.network, isKnown: true };
  const isRight = await deps.throttle.checkPassword(attempt, () =>
    deps.passwords.verify(given.password, user.password_hash, claim),
  );
  if (!isRight) throw new AppError('WRONG_PASSWORD');
  return user;
}
