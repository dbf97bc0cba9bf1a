import { because } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';

import { checkOwnPassword } from '../accounts/own-password.ts';
import type { Db } from '../db/tables.ts';
import type { Place } from '../known-places/place.ts';
import type { PinHasher } from '../nest-sessions/pin-hasher.ts';
import { isWeakPin } from '../nests/pin-rules.ts';
import { createPin, findPinState, replacePin } from '../nests/pin-store.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import type { Throttle } from '../throttle/throttle.ts';

/**
 * Stores a member's PIN; once there is one, only with the password, which also ends pauses and rest. Throws
 * VALIDATION_FAILED for a weak PIN, and as `checkOwnPassword` does, WRONG_PASSWORD also without one.
 */
export async function setPin(
  deps: { db: Db; passwords: PasswordHasher; throttle: Throttle; pins: PinHasher },
  given: { viewer: Viewer; pin: string; password: string | undefined; place: Place },
): Promise<void> {
  const { db, pins } = deps;
  const { viewer, pin, password, place } = given;
  if (isWeakPin(pin)) throw new AppError('VALIDATION_FAILED', because('nest.pin-weak'));
  const { isSet } = await findPinState(db, viewer.id);
  if (isSet && password === undefined) throw new AppError('WRONG_PASSWORD');
  if (password !== undefined) await checkOwnPassword(deps, { viewer, password, place });
  const hashed = await pins.hash(viewer.id, pin, { network: place.network, isKnown: true });
  if (password !== undefined) await replacePin(db, viewer.id, hashed);
  // Another call may have been the first meanwhile.
  else if (!(await createPin(db, viewer.id, hashed))) throw new AppError('WRONG_PASSWORD');
}
