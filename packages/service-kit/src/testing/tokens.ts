import { randomUUID } from 'node:crypto';

import type { auth } from '@larksong/contracts';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose';

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
  teacher: auth.Teacher | null;
  sessionId: string;
  headers: { authorization: string };
}

export interface TestIssuer {
  /** Keys and sessions, for a service that trusts this issuer. */
  trust: Trust;
  authentication: Authentication;
  /** A teacher may do what the third argument adds. */
  signIn: (role?: auth.GivenRole, username?: string, teacher?: Partial<auth.Teacher>) => Promise<TestUser>;
  /** Starts another session of the same account. */
  signInAgain: (user: TestUser) => Promise<TestUser>;
  /** The states in the session directory; delete an entry to simulate an unavailable auth. */
  sessions: Map<string, SessionState>;
}

const NEW_TEACHER: auth.Teacher = { isTrusted: false, editsLetters: false, quotaBytes: null };

async function signToken(key: CryptoKey, id: string, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'test', typ: TOKEN_TYPE })
    .setSubject(id)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key);
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

  async function startSession(account: Omit<TestUser, 'sessionId' | 'headers'>): Promise<TestUser> {
    const { id, username, role, teacher } = account;
    const sessionId = randomUUID();
    sessions.set(sessionId, { active: true, role, teacher });
    const claims = { username, role, sid: sessionId, ...(teacher ? { teacher: true } : {}) };
    const token = await signToken(privateKey, id, claims);
    return { id, username, role, teacher, sessionId, headers: { authorization: `Bearer ${token}` } };
  }

  return {
    trust,
    authentication: createAuthentication(trust),
    sessions,
    signIn: (role = 'user', username = `user-${randomUUID().slice(0, 8)}`, given = {}) =>
      startSession({
        id: randomUUID(),
        username,
        role: role === 'superadmin' ? role : 'user',
        teacher: role === 'teacher' ? { ...NEW_TEACHER, ...given } : null,
      }),
    signInAgain: startSession,
  };
}
