import { randomUUID } from 'node:crypto';

import type { auth } from '@larksong/contracts';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';

import {
  createAuthentication,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  type Authentication,
} from '../access/authentication.ts';
import type { Trust } from '../access/auth-connection.ts';
import type { SessionState } from '../access/sessions.ts';

export interface TestUser {
  id: string;
  username: string;
  role: auth.Role;
  sessionId: string;
  headers: { authorization: string };
}

export interface TestIssuer {
  /** Keys and sessions, for a service that trusts this issuer. */
  trust: Trust;
  authentication: Authentication;
  signIn: (role?: auth.Role, username?: string) => Promise<TestUser>;
  /** Starts another session of the same account. */
  signInAgain: (user: TestUser) => Promise<TestUser>;
  /** The states in the session directory; delete an entry to simulate an unavailable auth. */
  sessions: Map<string, SessionState>;
}

/** Returns an issuer that signs tokens with its own key, for services that only verify them. */
export async function createTestIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: TOKEN_ALGORITHM };
  const sessions = new Map<string, SessionState>();
  const trust: Trust = {
    keys: createLocalJWKSet({ keys: [jwk] }),
    sessions: { get: async (id) => sessions.get(id) },
  };

  async function startSession(account: Pick<TestUser, 'id' | 'username' | 'role'>): Promise<TestUser> {
    const { id, username, role } = account;
    const sessionId = randomUUID();
    sessions.set(sessionId, { active: true, role });
    const token = await new SignJWT({ username, role, sid: sessionId })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'test', typ: TOKEN_TYPE })
      .setSubject(id)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
    return { id, username, role, sessionId, headers: { authorization: `Bearer ${token}` } };
  }

  return {
    trust,
    authentication: createAuthentication(trust),
    sessions,
    signIn: (role = 'user', username = `user-${randomUUID().slice(0, 8)}`) =>
      startSession({ id: randomUUID(), username, role }),
    signInAgain: startSession,
  };
}
