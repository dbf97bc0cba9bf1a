import type { auth } from '@larksong/contracts';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from '@larksong/service-kit';
import { SignJWT } from 'jose';

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
  return new SignJWT({ username, role, sid, ...(subject.isTeacher ? { teacher: true } : {}) })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: key.id, typ: TOKEN_TYPE })
    .setSubject(subject.id)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(key.privateKey);
}
