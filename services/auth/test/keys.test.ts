import { auth } from '@larksong/contracts';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { deleteRetiredKeys, rotateSigningKey } from '../src/keys/signing-key.ts';
import { AUTH_SECRET, registerSomebody, startAuth, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeEach(async () => {
  service = await startFreshAuth();
});
afterEach(async () => service.stop());

const kidOf = (accessToken: string) => decodeProtectedHeader(accessToken).kid;

async function publishedKids(): Promise<string[]> {
  const { keys } = (await service.app.inject({ url: '/.well-known/jwks.json' })).json();
  return (keys as { kid: string }[]).map(({ kid }) => kid);
}

/** Ages the newest key by this time. */
async function age(seconds: number): Promise<void> {
  await sql`update signing_keys set active_from = active_from - make_interval(secs => ${seconds})`.execute(
    service.db,
  );
}

/**
 * Simulates a service that caches the keys for `cacheSeconds` and does not refetch for an unknown key, the hardest case.
 * Tokens are signed and verified during the whole rotation; returns the number of rejections.
 */
async function rotateUnderLoad(publishSeconds: number, cacheSeconds: number) {
  const url = new URL(`${service.baseUrl}/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(url, { cacheMaxAge: cacheSeconds * 1000, cooldownDuration: 60_000 });
  const signedIn = await registerSomebody(service);
  let token = signedIn.refreshToken;
  const kids = new Set<string | undefined>();
  const result = { checked: 0, refused: 0, kids };
  const round = async () => {
    const { data } = await service.call(auth.refreshToken, { body: { refreshToken: token } });
    token = data.refreshToken;
    kids.add(kidOf(data.accessToken));
    result.checked += 1;
    await jwtVerify(data.accessToken, keys).catch(() => (result.refused += 1));
    await pause(20); // 40 tokens a second are load enough
  };
  await round();
  await rotateSigningKey(service.db, AUTH_SECRET, publishSeconds);
  const until = performance.now() + (publishSeconds + 4) * 1000;
  while (performance.now() < until && (kids.size < 2 || result.refused === 0)) await round();
  for (let count = 0; count < 20; count += 1) await round();
  return result;
}

describe('a new signing key', () => {
  test('a new signing key is published before it signs, so that no token is rejected meanwhile', async () => {
    const { checked, refused, kids } = await rotateUnderLoad(2, 1);
    process.stdout.write(`key rotation: ${checked} tokens checked, ${refused} refused, ${kids.size} keys\n`);
    expect(kids.size).toBe(2);
    expect(refused).toBe(0);
  });

  test.runIf(isLongRun)('a new signing key that signed at once would cause rejections', async () => {
    const { refused, kids } = await rotateUnderLoad(0, 60);
    expect(kids.size).toBe(2);
    expect(refused).toBeGreaterThan(0);
  });

  test('tokens of the old key stay valid, and the key is deleted after the last of them has expired', async () => {
    const { accessToken } = await registerSomebody(service);
    const [old = ''] = await publishedKids();
    await rotateSigningKey(service.db, AUTH_SECRET, 300);
    expect(await publishedKids()).toHaveLength(2);
    expect(kidOf((await registerSomebody(service)).accessToken)).toBe(old);
    await age(301);
    await expect
      .poll(async () => kidOf((await registerSomebody(service)).accessToken), { timeout: 10_000 })
      .not.toBe(old);
    await expect(service.callAs(accessToken)(auth.getProfile, {})).resolves.toHaveProperty('data.user');
    await deleteRetiredKeys(service.db, 600);
    expect(await publishedKids()).toContain(old);
    await age(700);
    expect(await publishedKids()).not.toContain(old);
    await deleteRetiredKeys(service.db, 600);
    const left = await service.db.selectFrom('signing_keys').select('id').execute();
    expect(left.map(({ id }) => id)).toEqual(await publishedKids());
    const after = await startAuth(service.databaseUrl);
    await expect(registerSomebody(after)).resolves.toHaveProperty('accessToken');
    await after.stop();
  });

  test('two rotations create one next key, and rotation requires the right secret', async () => {
    const first = await rotateSigningKey(service.db, AUTH_SECRET, 300);
    const second = await rotateSigningKey(service.db, AUTH_SECRET, 300);
    expect(first).toEqual({ isNew: true, activeInSeconds: 300 });
    expect(second.isNew).toBe(false);
    expect(second.activeInSeconds).toBeGreaterThan(290);
    expect(await publishedKids()).toHaveLength(2);
    await expect(rotateSigningKey(service.db, 'another secret that is long enough', 300)).rejects.toThrow(
      /AUTH_SECRET is not the one/,
    );
  });
});
