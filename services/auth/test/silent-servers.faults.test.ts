import { isLongRun } from '@larksong/service-kit/testing/random';
import { setTimeout as pause } from 'node:timers/promises';

import { auth } from '@larksong/contracts';
import { createTestDatabase, startProxy, startStopwatch, testRedisUrl } from '@larksong/service-kit/testing';
import { expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { PASSWORD, registerSomebody, startAuth } from './start-auth.ts';

test.runIf(isLongRun)(
  'auth with swallowed connections to Postgres fails within 3 s, stays alive and recovers',
  async () => {
    const database = await createTestDatabase(migrations);
    const door = await startProxy(database.url);
    const service = await startAuth(door.url);
    try {
      const { user } = await registerSomebody(service);
      const signIn = () => signInOver(service.baseUrl, user.email);
      door.swallow();
      const failed = await Promise.all(Array.from({ length: 20 }, signIn));
      const longest = Math.max(...failed.map(({ ms }) => ms));
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([503]));
      expect(failed[0]?.body).toMatchObject({ success: false, code: 'UNAVAILABLE' });
      expect(longest).toBeLessThan(4000); // 3 s, and the cost of twenty at the same time on a busy machine
      expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
      expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(503);
      door.heal();
      const healedAt = performance.now();
      await expect.poll(async () => (await signIn()).status, { timeout: 20_000 }).toBe(200);
      const ms = Math.round(performance.now() - healedAt);
      process.stdout.write(
        `auth without Postgres: 503 after ${longest} ms, works ${ms} ms after its return\n`,
      );
    } finally {
      await service.stop();
      await door.stop();
      await database.drop();
    }
  },
);

test('auth with swallowed connections to Redis delays only the first sign-in', async () => {
  const database = await createTestDatabase(migrations);
  const door = await startProxy(testRedisUrl(1));
  const service = await startAuth(database.url, { REDIS_URL: door.url });
  try {
    const { user } = await registerSomebody(service);
    const usual = await signInOver(service.baseUrl, user.email);
    door.swallow();
    const times: number[] = [];
    const startedAt = performance.now();
    let firstDelayMs = 0; // by the clock, since a stall of this process may be the wait itself
    for (const end = performance.now() + 7000; performance.now() < end; await pause(250)) {
      const { status, ms } = await signInOver(service.baseUrl, user.email);
      expect(status).toBe(200);
      times.push(ms);
      firstDelayMs ||= performance.now() - startedAt;
    }
    process.stdout.write(`auth without Redis for 7 s, sign-ins: ${times.join(', ')} ms\n`);
    const [, ...others] = times;
    expect(firstDelayMs).toBeGreaterThan(900);
    expect(others.filter((ms) => ms > 900 + 2 * usual.ms)).toEqual([]); // a hash takes long on a busy machine
  } finally {
    await service.stop();
    await door.stop();
    await database.drop();
  }
});

async function signInOver(baseUrl: string, email: string) {
  const elapsedMs = startStopwatch();
  const response = await fetch(`${baseUrl}${auth.login.path}`, {
    method: auth.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body, ms: Math.round(elapsedMs()) };
}
