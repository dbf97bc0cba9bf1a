import { randomUUID } from 'node:crypto';

import { createRedis } from '@larksong/service-kit';
import { createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

import { createCallCounts } from '../src/guard/call-counts.ts';

const logger = createTestLogger();
const redis = createRedis({ url: testRedisUrl(2), kind: 'fail-fast', logger });
afterAll(() => redis.disconnect());

test('counted calls reach Redis together, and none is lost', async () => {
  const counts = createCallCounts({ redis, logger, windowMs: 60_000 });
  const keys = Array.from({ length: 10 }, () => randomUUID());
  await expect.poll(() => redis.status).toBe('ready');
  const sent = vi.spyOn(redis, 'eval');
  onTestFinished(() => sent.mockRestore());
  for (let call = 1; call <= 50; call += 1) for (const key of keys) expect(counts.add(key).calls).toBe(call);
  const stored = () => redis.mget(keys.map((key) => `gateway-calls-${key}`));
  await expect.poll(stored).toEqual(keys.map(() => '50'));
  expect(sent.mock.calls.length).toBe(1); // all were counted before the first could be sent
  for (const key of keys) expect(await redis.pttl(`gateway-calls-${key}`)).toBeGreaterThan(0);
});

test('the count of a key starts again when its window has ended', async () => {
  const counts = createCallCounts({ redis, logger, windowMs: 2000 });
  const key = randomUUID();
  expect(counts.add(key)).toMatchObject({ calls: 1, remainingMs: 2000 });
  expect(counts.add(key).calls).toBe(2);
  await expect.poll(() => redis.get(`gateway-calls-${key}`)).toBe('2');
  const lastEndMs = Date.now() + 2000; // the time until the end of the window is counted from Redis's answer
  await expect.poll(() => Date.now()).toBeGreaterThan(lastEndMs);
  expect(await redis.exists(`gateway-calls-${key}`)).toBe(0);
  expect(counts.add(key).calls).toBe(1);
});

test('the count of a key includes the calls of other gateways', async () => {
  const [one, other] = [1, 2].map(() => createCallCounts({ redis, logger, windowMs: 60_000 }));
  const key = randomUUID();
  for (let call = 0; call < 7; call += 1) other?.add(key);
  await expect.poll(() => redis.get(`gateway-calls-${key}`)).toBe('7');
  let own = 0;
  const foreign = () => (one?.add(key).calls ?? 0) - (own += 1);
  expect(foreign()).toBe(0);
  await expect.poll(foreign).toBe(7);
});
