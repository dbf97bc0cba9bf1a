import { auth } from '@larksong/contracts';
import { AppError, inTransaction } from '@larksong/service-kit';
import { recordAs, THE_SITE } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { signDoorToken } from '../keys/access-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { claimTry, findPause, markRight, returnTry, type Try } from '../nests/pin-store.ts';
import { findUser } from '../users/store.ts';
import type { NestIssuer } from './issuer.ts';
import type { PinCheck, PinHasher } from './pin-hasher.ts';

interface DoorDeps {
  db: Db;
  keys: KeyRing;
  issuer: NestIssuer;
  pins: PinHasher;
}

/**
 * Opens the door of a device by the PIN of its session's member and returns the door's token. Throws
 * INVALID_REFRESH_TOKEN, WRONG_PIN, PIN_RESTS, TOO_MANY_REQUESTS during a pause, or TOO_BUSY. A PIN that was never chosen
 * is wrong like any other.
 */
export async function openDoorBy(
  deps: DoorDeps,
  given: { refreshToken: string; pin: string; network: string },
): Promise<string> {
  const { db } = deps;
  const session = await deps.issuer.find(given.refreshToken);
  const { memberId } = session;
  const attempt = await claimTry(db, memberId);
  if (!attempt) throw await refusalOf(db, memberId);
  const claim = { network: given.network, isKnown: true };
  const check = await deps.pins
    .check(memberId, given.pin, { ...attempt, claim })
    .catch(async (error: unknown) => {
      await returnTry(db, memberId, attempt);
      throw error;
    });
  if (check === 'unknown') throw new AppError('PIN_RESTS');
  if (!check.isRight) {
    if (attempt.rests) await recordRest(db, memberId);
    throw wrong(attempt);
  }
  await markRight(db, memberId, await keptOf(deps, { ...given, memberId, check }));
  return signDoorToken(await deps.keys.signingKey(), { sessionId: session.id, memberId }, auth.DOOR_SECONDS);
}

/** Returns the PIN's hash with the present key if it was stored with the one before; it can wait if that is too busy. */
async function keptOf(
  { pins }: DoorDeps,
  given: { memberId: string; pin: string; network: string; check: Exclude<PinCheck, 'unknown'> },
) {
  if (!given.check.isOfOldKey) return undefined;
  const claim = { network: given.network, isKnown: true };
  return pins.hash(given.memberId, given.pin, claim).catch(() => undefined);
}

async function refusalOf(db: Db, memberId: string): Promise<AppError> {
  const { rests, seconds } = await findPause(db, memberId);
  return rests
    ? new AppError('PIN_RESTS')
    : new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: seconds });
}

/** Nobody is signed in at the pad, so the site itself is the author. */
async function recordRest(db: Db, memberId: string): Promise<void> {
  const user = await findUser(db, memberId);
  const subject = { id: memberId, name: user?.username ?? null };
  await inTransaction(db, (trx) => recordAs(THE_SITE)(trx, { action: 'nest.pin-rests', subject }));
}

/** The answer to a wrong PIN says how long the pause is that it began. */
function wrong({ rests, pauseSeconds }: Try): AppError {
  if (rests) return new AppError('PIN_RESTS');
  return new AppError('WRONG_PIN', pauseSeconds > 0 ? { retryAfterSeconds: pauseSeconds } : {});
}
