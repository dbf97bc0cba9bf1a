import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { findPinState } from '../nests/pin-store.ts';
import { findNestsOf, lockOwner } from '../nests/store.ts';
import { markRevoked } from '../sessions/store.ts';
import type { NestIssuer } from './issuer.ts';

/**
 * Leaves the device to nests that a member cares for: ends the member's session and starts one of theirs. Throws
 * NEST_NOT_FOUND, NO_PIN, or UNAUTHENTICATED if the account has just been disabled.
 */
export async function handOverTo(
  { db, issuer }: { db: Db; issuer: NestIssuer },
  given: { viewer: Viewer; nestIds: readonly string[]; canSwitch: boolean; userAgent: string | undefined },
): Promise<{ id: string; refreshToken: string }> {
  const { viewer, canSwitch, userAgent } = given;
  const nestIds = [...new Set(given.nestIds)];
  return db.transaction().execute(async (trx) => {
    if (!(await lockOwner(trx, viewer.id))) throw new AppError('UNAUTHENTICATED');
    if ((await findNestsOf(trx, viewer.id, nestIds)).length < nestIds.length)
      throw new AppError('NEST_NOT_FOUND');
    if (!(await findPinState(trx, viewer.id)).isSet) throw new AppError('NO_PIN');
    const session = { memberId: viewer.id, cameBy: 'handover' as const, nestIds, canSwitch, userAgent };
    const started = await issuer.start(trx, session);
    await markRevoked(trx, viewer.sessionId);
    return started;
  });
}
