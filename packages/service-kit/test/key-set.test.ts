import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createAuthentication, TOKEN_AUDIENCE, TOKEN_TYPE } from '../src/access/authentication.ts';
import { createKeySet } from '../src/access/key-set.ts';
import { TOKEN_ALGORITHM, TOKEN_ISSUER } from '../src/access/verify-claims.ts';
import { createTestLogger, startStopwatch } from '../src/testing/index.ts';

const PAUSE_MS = 300;

/** Returns a signing key like those of auth. */
async function createSigner(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(TOKEN_ALGORITHM, { crv: 'Ed25519' });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: TOKEN_ALGORITHM };
  const sign = () =>
    new SignJWT({ username: 'nell', role: 'user', sid: randomUUID() })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ: TOKEN_TYPE })
      .setSubject(randomUUID())
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setExpirationTime('10m')
      .sign(privateKey);
  return { jwk, sign };
}

let server: Server;
let url: URL;
let asked: number;
let answer: (response: ServerResponse) => void;
const publish = (...keys: JWK[]) => {
  answer = (response) => response.end(JSON.stringify({ keys }));
};
const keepSilent = () => {
  answer = () => {};
};

beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function createVerifier() {
  const keys = createKeySet(url, { logger: createTestLogger(), pauseMs: PAUSE_MS });
  return createAuthentication({ keys, sessions: { get: async () => undefined } }).verify;
}

async function timeMs(work: Promise<unknown>): Promise<number> {
  const elapsedMs = startStopwatch();
  await work.catch(() => {});
  return elapsedMs();
}

describe('createKeySet', () => {
  it('the keys of auth are fetched once, before the first token arrives', async () => {
    const signer = await createSigner('one');
    publish(signer.jwk);
    const verify = createVerifier();
    await expect.poll(() => asked).toBe(1);
    const token = await signer.sign();
    await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(asked).toBe(1);
  });

  it.each([
    ['refuses', (response: ServerResponse) => response.writeHead(500).end()],
    ['answers garbage', (response: ServerResponse) => response.end('{"keys":"none"')],
    ['redirects', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end()],
    ['keeps silent', () => {}],
  ])(
    'known keys are kept while auth %s, and an unknown key is requested by a single probe only',
    async (_, bad) => {
      const [known, unknown] = await Promise.all([createSigner('known'), createSigner('unknown')]);
      publish(known.jwk);
      const verify = createVerifier();
      const token = await known.sign();
      await verify(token);
      answer = bad;
      const stranger = await unknown.sign();
      // The pause between two requests for unknown keys starts with the previous response.
      await expect
        .poll(async () => codeOf(verify(stranger)), { timeout: 20_000, interval: 100 })
        .toBe('UNAVAILABLE');
      const before = asked;
      const startedAt = performance.now();
      const times = await Promise.all(
        Array.from({ length: 500 }, async (__, index) => timeMs(verify(index % 2 === 0 ? token : stranger))),
      );
      const roundMs = performance.now() - startedAt;
      expect(Math.max(...times)).toBeLessThan(1500);
      expect(asked - before).toBeLessThanOrEqual(1 + Math.ceil(roundMs / PAUSE_MS));
      expect(await codeOf(verify(token))).toBe('fine');
      publish(known.jwk, unknown.jwk);
      await expect.poll(async () => codeOf(verify(stranger))).toBe('fine');
    },
  );

  it('a key set created while auth is unavailable fails at once and loads the keys when auth is back', async () => {
    const signer = await createSigner('one');
    keepSilent();
    const verify = createVerifier();
    const token = await signer.sign();
    expect(await codeOf(verify(token))).toBe('UNAVAILABLE');
    expect(await timeMs(verify(token))).toBeLessThan(1000);
    publish(signer.jwk);
    await expect.poll(async () => codeOf(verify(token))).toBe('fine');
  });

  it('many tokens with an unknown key cause one request and are rejected', async () => {
    const [known, unknown] = await Promise.all([createSigner('known'), createSigner('unknown')]);
    publish(known.jwk);
    const verify = createVerifier();
    await verify(await known.sign());
    const stranger = await unknown.sign();
    const codes = await Promise.all(Array.from({ length: 200 }, () => codeOf(verify(stranger))));
    expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED']));
    expect(asked).toBeLessThanOrEqual(2);
  });
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'fine';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}
