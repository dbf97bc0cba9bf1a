import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { decideRefresh, deriveSuccessor, hashRefreshToken } from './refresh-token.ts';
import {
  findSession,
  findTokenUse,
  lockSessionOfToken,
  markRevoked,
  rotateToken,
  type SessionRow,
} from './store.ts';

export interface RefreshSettings {
  /** Derived from AUTH_SECRET; derives each token's successor. */
  successorKey: Buffer;
  sessionDays: number;
  repeatSeconds: number;
}

/**
 * Exchanges a refresh token for its successor. Throws INVALID_REFRESH_TOKEN unless it is the family's current token or a
 * repetition within `repeatSeconds`. Reusing a token otherwise ends its session.
 */
export async function refreshSession(
  db: Db,
  token: string,
  settings: RefreshSettings,
): Promise<{ session: SessionRow; refreshToken: string }> {
  const successor = deriveSuccessor(token, settings.successorKey);
  const hash = hashRefreshToken(token);
  const successorHash = hashRefreshToken(successor);
  const session = await db.transaction().execute(async (trx) => {
    const locked = await lockSessionOfToken(trx, hash);
    // Read after the lock, since its previous holder may have used the token or ended the session.
    const session = locked && (await findSession(trx, locked.id));
    const use = locked && (await findTokenUse(trx, hash));
    if (!session?.isActive || !use) return undefined;
    const successorUse = await findTokenUse(trx, successorHash);
    const decision = decideRefresh({
      usedSecondsAgo: use.usedSecondsAgo,
      isSuccessorUsed: successorUse !== undefined && successorUse.usedSecondsAgo !== null,
      repeatSeconds: settings.repeatSeconds,
    });
    if (decision === 'revoke') {
      await markRevoked(trx, session.id);
      return undefined;
    }
    if (decision === 'rotate')
      await rotateToken(trx, {
        sessionId: session.id,
        hash,
        successorHash,
        lifetimeDays: settings.sessionDays,
      });
    return session;
  });
  // Thrown outside the transaction, so that the revocation is committed.
  if (!session) throw new AppError('INVALID_REFRESH_TOKEN');
  return { session, refreshToken: successor };
}
