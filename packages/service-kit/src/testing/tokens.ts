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
  TOKEN_AUDIENCE,
  TOKEN_TYPE,
  type Authentication,
} from '../access/authentication.ts';
import type { Trust } from '../access/auth-connection.ts';
import {
  createNestAuthentication,
  DOOR_TOKEN,
  NEST_TOKEN,
  type NestAuthentication,
  type NestCaller,
} from '../access/nest-authentication.ts';
import type { NestSessionState } from '../access/nest-sessions.ts';
import type { SessionState } from '../access/sessions.ts';
import { TOKEN_ALGORITHM, TOKEN_ISSUER, type TokenKind } from '../access/verify-claims.ts';

export interface TestUser {
  id: string;
  username: string;
  role: auth.Role;
  teacher: auth.Teacher | null;
  sessionId: string;
  headers: { authorization: string };
}

/** A nest on a device, whose door its owner may open. */
export interface TestNest extends NestCaller {
  headers: { authorization: string };
  doorHeaders: { authorization: string };
}

export interface TestIssuer {
  /** Keys and sessions, for a service that trusts this issuer. */
  trust: Trust;
  authentication: Authentication;
  nestAuthentication: NestAuthentication;
  /** A teacher may do what the third argument adds. */
  signIn: (role?: auth.GivenRole, username?: string, teacher?: Partial<auth.Teacher>) => Promise<TestUser>;
  /** Starts another session of the same account. */
  signInAgain: (user: TestUser) => Promise<TestUser>;
  /** The states in the session directory; delete an entry to simulate an unavailable auth. */
  sessions: Map<string, SessionState>;
  /** Opens a nest of this owner, with its own rule unless another is given. */
  enterNest: (given: { ownerId: string; nestId?: string; ruleId?: string }) => Promise<TestNest>;
  /** The same as `sessions`, of nests. */
  nestSessions: Map<string, NestSessionState>;
}

const NEW_TEACHER: auth.Teacher = { isTrusted: false, editsLetters: false, quotaBytes: null };

const ACCESS_TOKEN: TokenKind = { type: TOKEN_TYPE, audience: TOKEN_AUDIENCE };

async function signToken(
  key: CryptoKey,
  id: string,
  { kind, ...claims }: JWTPayload & { kind: TokenKind },
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'test', typ: kind.type })
    .setSubject(id)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(kind.audience)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key);
}

/** Returns an issuer that signs tokens with its own key, for services that only verify them. */
export async function createTestIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: TOKEN_ALGORITHM };
  const sessions = new Map<string, SessionState>();
  const nestSessions = new Map<string, NestSessionState>();
  const trust: Trust = {
    keys: createLocalJWKSet({ keys: [jwk] }),
    sessions: { get: async (id) => sessions.get(id) },
    nestSessions: { get: async (id) => nestSessions.get(id) },
  };

  async function startSession(account: Omit<TestUser, 'sessionId' | 'headers'>): Promise<TestUser> {
    const { id, username, role, teacher } = account;
    const sessionId = randomUUID();
    sessions.set(sessionId, { active: true, role, teacher });
    const claims = { username, role, sid: sessionId, ...(teacher ? { teacher: true } : {}) };
    const token = await signToken(privateKey, id, { kind: ACCESS_TOKEN, ...claims });
    return { id, username, role, teacher, sessionId, headers: toHeaders(token) };
  }

  return {
    trust,
    authentication: createAuthentication(trust),
    nestAuthentication: createNestAuthentication(trust),
    sessions,
    enterNest: (given) => enterNest(given, { privateKey, nestSessions }),
    nestSessions,
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

async function enterNest(
  { ownerId, nestId = randomUUID(), ruleId = nestId }: { ownerId: string; nestId?: string; ruleId?: string },
  { privateKey, nestSessions }: Pick<TestIssuer, 'nestSessions'> & { privateKey: CryptoKey },
): Promise<TestNest> {
  const sessionId = randomUUID();
  const nests = [{ id: nestId, ownerId, ruleId }];
  nestSessions.set(sessionId, { active: true, memberId: ownerId, nests });
  const claims = { kind: NEST_TOKEN, sid: sessionId, own: ownerId, rule: ruleId };
  const door = { kind: DOOR_TOKEN, sid: sessionId, mem: ownerId };
  return {
    ...{ nestId, ownerId, ruleId, sessionId },
    headers: toHeaders(await signToken(privateKey, nestId, claims)),
    doorHeaders: toHeaders(await signToken(privateKey, randomUUID(), door)),
  };
}

function toHeaders(token: string): TestUser['headers'] {
  return { authorization: `Bearer ${token}` };
}
