import { randomUUID } from 'node:crypto';

import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, TOKEN_TYPE, type Trust } from '@larksong/service-kit';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Member {
  id: string;
  headers: { authorization: string };
  /** The headers of a superadmin. */
  superadmin: { authorization: string };
  trust: Trust;
}

/** Creates a signed-in member and a superadmin for the duration of the bench, with the keys and sessions for a service. */
export async function createMember(): Promise<Member> {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519' });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: TOKEN_ALGORITHM };
  const id = randomUUID();
  const superadminSession = randomUUID();
  const sign = async (sub: string, claims: { username: string; role: string; sid: string }) => {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: 'bench', typ: TOKEN_TYPE })
      .setSubject(sub)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime('12h')
      .sign(privateKey);
    return { authorization: `Bearer ${token}` };
  };
  return {
    id,
    headers: await sign(id, { username: 'ada', role: 'user', sid: randomUUID() }),
    superadmin: await sign(randomUUID(), { username: 'olive', role: 'superadmin', sid: superadminSession }),
    trust: {
      keys: createLocalJWKSet({ keys: [jwk] }),
      nestSessions: { get: async () => undefined },
      sessions: {
        get: async (sid) => ({ active: true, role: sid === superadminSession ? 'superadmin' : 'user' }),
      },
    },
  };
}
