import type { auth } from '@larksong/contracts';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE } from '@larksong/service-kit';
import { SignJWT } from 'jose';

import type { SigningKey } from './signing-key.ts';

export interface TokenSubject {
  userId: string;
  username: string;
  role: auth.Role;
  sessionId: string;
}

/** Returns a signed access token (RFC 9068) that expires in `lifetimeSeconds`. */
export async function signAccessToken(
  key: SigningKey,
  subject: TokenSubject,
  lifetimeSeconds: number,
): Promise<string> {
  return new SignJWT({ username: subject.username, role: subject.role, sid: subject.sessionId })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: key.id, typ: TOKEN_TYPE })
    .setSubject(subject.userId)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(key.privateKey);
}
