import { randomUUID } from 'node:crypto';

import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE, type Trust } from '@larksong/service-kit';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Member {
  id: string;
  headers: { authorization: string };
  trust: Trust;
}

/** Creates a signed-in member for the duration of the bench, with the keys and sessions for a service. */
export async function createMember(): Promise<Member> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: TOKEN_ALGORITHM };
  const id = randomUUID();
  const token = await new SignJWT({ username: 'ada', role: 'user', sid: randomUUID() })
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'bench', typ: TOKEN_TYPE })
    .setSubject(id)
    .setIssuer(TOKEN_ISSUER)
    .setAudience(TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('12h')
    .sign(privateKey);
  return {
    id,
    headers: { authorization: `Bearer ${token}` },
    trust: {
      keys: createLocalJWKSet({ keys: [jwk] }),
      sessions: { get: async () => ({ active: true, role: 'user' }) },
    },
  };
}
