import type { auth } from '@larksong/contracts';
import {
  DOOR_TOKEN,
  NEST_TOKEN,
  newId,
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
  type NestCaller,
  type TokenKind,
} from '@larksong/service-kit';
import { SignJWT, type JWTPayload } from 'jose';

import type { SigningKey } from './signing-key.ts';

export interface TokenSubject {
  /** The account. */
  id: string;
  username: string;
  role: auth.Role;
  isTeacher: boolean;
  sessionId: string;
}

/** Returns a signed access token (RFC 9068) that expires in `lifetimeSeconds`. */
export async function signAccessToken(
  key: SigningKey,
  subject: TokenSubject,
  lifetimeSeconds: number,
): Promise<string> {
  const { username, role, sessionId: sid } = subject;
  const claims = { sub: subject.id, username, role, sid, ...(subject.isTeacher ? { teacher: true } : {}) };
  return sign(key, { claims, kind: { type: TOKEN_TYPE, audience: TOKEN_AUDIENCE }, lifetimeSeconds });
}

/** Returns a signed token of a nest, which has neither a name nor a role, and expires in `lifetimeSeconds`. */
export async function signNestToken(
  key: SigningKey,
  { nestId, ownerId, ruleId, sessionId }: NestCaller,
  lifetimeSeconds: number,
): Promise<string> {
  const claims = { sub: nestId, own: ownerId, rule: ruleId, sid: sessionId };
  return sign(key, { claims, kind: NEST_TOKEN, lifetimeSeconds });
}

/** Returns a signed token of the door of a nests' session, which the PIN of this member opened. */
export async function signDoorToken(
  key: SigningKey,
  { sessionId, memberId }: { sessionId: string; memberId: string },
  lifetimeSeconds: number,
): Promise<string> {
  const claims = { sub: newId(), sid: sessionId, mem: memberId };
  return sign(key, { claims, kind: DOOR_TOKEN, lifetimeSeconds });
}

function sign(
  key: SigningKey,
  token: { claims: JWTPayload; kind: TokenKind; lifetimeSeconds: number },
): Promise<string> {
  return new SignJWT(token.claims)
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: key.id, typ: token.kind.type })
    .setIssuer(TOKEN_ISSUER)
    .setAudience(token.kind.audience)
    .setIssuedAt()
    .setExpirationTime(`${token.lifetimeSeconds}s`)
    .sign(key.privateKey);
}
