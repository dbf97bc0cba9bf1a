import type { SignedIn, Tokens } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';

import { toUser } from '../accounts/account.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { signAccessToken, type TokenSubject } from '../keys/access-token.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import { refreshSession, type RefreshSettings } from './refresh-session.ts';
import { createRefreshToken, hashRefreshToken } from './refresh-token.ts';
import { createSession } from './store.ts';

export interface SessionSettings extends RefreshSettings {
  accessTokenSeconds: number;
}

/** Gives out tokens; the only place that does. */
export interface TokenIssuer {
  /** Starts a new session. */
  signIn(user: UserRow): Promise<SignedIn>;
  /** Throws INVALID_REFRESH_TOKEN. */
  refresh(refreshToken: string): Promise<Tokens>;
}

export function createTokenIssuer(deps: {
  db: Db;
  signingKey: SigningKey;
  settings: SessionSettings;
}): TokenIssuer {
  const { db, signingKey, settings } = deps;
  const accessTokenFor = (subject: TokenSubject) =>
    signAccessToken(signingKey, subject, settings.accessTokenSeconds);

  return {
    async signIn(user) {
      const refreshToken = createRefreshToken();
      const session = {
        id: newId(),
        userId: user.id,
        tokenHash: hashRefreshToken(refreshToken),
        lifetimeDays: settings.sessionDays,
      };
      await db.transaction().execute((trx) => createSession(trx, session));
      const subject = { userId: user.id, username: user.username, role: user.role, sessionId: session.id };
      return { accessToken: await accessTokenFor(subject), refreshToken, user: toUser(user) };
    },
    async refresh(given) {
      const { session, refreshToken } = await refreshSession(db, given, settings);
      const { id: userId, username, role } = session.user;
      const accessToken = await accessTokenFor({ userId, username, role, sessionId: session.id });
      return { accessToken, refreshToken };
    },
  };
}
