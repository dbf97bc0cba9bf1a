import type { auth } from '@larksong/contracts';
import { AppError, newId } from '@larksong/service-kit';

import type { Db, UserRow } from '../db/tables.ts';
import { signAccessToken } from '../keys/access-token.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Place, Places } from '../known-places/place.ts';
import { rememberPlace } from '../known-places/store.ts';
import { endNestSessionOfToken } from '../nests/device-store.ts';
import { forgiveWrongPins } from '../nests/pin-store.ts';
import { toUser } from '../users/account.ts';
import { lockForSignIn } from '../users/store.ts';
import { refreshSession, type RefreshSettings } from './refresh-session.ts';
import { createRefreshToken, hashRefreshToken } from './refresh-token.ts';
import { deleteLeastUsedSessions } from './session-limit-store.ts';
import { createSession, type SessionRow } from './store.ts';

const MAX_USER_AGENT_LENGTH = 300;

interface SessionSettings extends RefreshSettings {
  accessTokenSeconds: number;
  sessionsPerAccount: number;
}

interface SignInFrom {
  place: Place;
  userAgent: string | undefined;
  /** A refresh token of the nests that were on the device; their session ends. */
  leaves?: string | undefined;
}

/** The only issuer of tokens. */
export interface TokenIssuer {
  /**
   * Starts a session for an account whose password was verified, and remembers the place. Beyond the account's limit, the
   * least recently used session ends. Throws INVALID_CREDENTIALS if the password was changed or the account disabled since.
   */
  signIn(user: UserRow, from: SignInFrom): Promise<auth.SignedIn>;
  /** Exchanges a refresh token for new tokens. Throws INVALID_REFRESH_TOKEN. */
  refresh(refreshToken: string): Promise<auth.Tokens>;
}

/** Returns the issuer of tokens. */
export function createTokenIssuer(deps: {
  db: Db;
  keys: KeyRing;
  places: Places;
  settings: SessionSettings;
  /** Notifies the other services of ended sessions. */
  announceEnded: (sessionIds: string[]) => Promise<void>;
}): TokenIssuer {
  const { db, keys, places, settings } = deps;
  const accessTokenFor = async (user: SessionRow['user'], sessionId: string) => {
    const subject = { ...user, isTeacher: user.teacher !== null, sessionId };
    return signAccessToken(await keys.signingKey(), subject, settings.accessTokenSeconds);
  };

  return {
    async signIn(user, { place, userAgent, leaves }) {
      const refreshToken = createRefreshToken();
      const session = toNewSession(user.id, { refreshToken, userAgent, settings });
      const ended = await db.transaction().execute(async (trx) => {
        // Locked before the account, as by a card that is opened at the same time.
        if (leaves !== undefined) await endNestSessionOfToken(trx, hashRefreshToken(leaves));
        if (!(await lockForSignIn(trx, user))) throw new AppError('INVALID_CREDENTIALS');
        await forgiveWrongPins(trx, user.id);
        await createSession(trx, session);
        await rememberPlace(trx, user.id, places.fingerprint(user.email, place));
        return deleteLeastUsedSessions(trx, { userId: user.id, most: settings.sessionsPerAccount });
      });
      if (ended.length > 0) await deps.announceEnded(ended);
      const signedIn = toUser(user);
      return { accessToken: await accessTokenFor(signedIn, session.id), refreshToken, user: signedIn };
    },
    async refresh(given) {
      const { session, refreshToken } = await refreshSession(db, given, settings);
      return { accessToken: await accessTokenFor(session.user, session.id), refreshToken };
    },
  };
}

function toNewSession(
  userId: string,
  given: { refreshToken: string; userAgent: string | undefined; settings: SessionSettings },
) {
  return {
    ...{ id: newId(), userId },
    tokenHash: hashRefreshToken(given.refreshToken),
    lifetimeDays: given.settings.sessionDays,
    userAgent: given.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  };
}
