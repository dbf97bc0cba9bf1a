import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createWakeUpQueue } from '../src/data/queue.ts';
import { createRedis } from '../src/index.ts';
import {
  createRecordingLogger,
  startProxy,
  startStopwatch,
  testRedisUrl,
  type Proxy,
} from '../src/testing/index.ts';

const LIMIT_MS = 3000;

let door: Proxy;
let redis: Redis;
let logged: string[];

beforeEach(async () => {
  const { logger, lines } = createRecordingLogger();
  logged = lines;
  door = await startProxy(testRedisUrl(14));
  redis = createRedis({ url: door.url, kind: 'fail-fast', logger });
  await once(redis, 'ready');
});
afterEach(async () => {
  redis.disconnect();
  await door.stop();
});

async function measure(work: () => Promise<unknown>): Promise<{ isDone: boolean; ms: number }> {
  const elapsedMs = startStopwatch();
  const isDone = await work().then(
    () => true,
    () => false,
  );
  return { isDone, ms: Math.round(elapsedMs()) };
}

it('a swallowed connection to Redis is replaced, and a command on it succeeds or fails within 3 s', async () => {
  door.swallowOpen();
  const first = await measure(() => redis.ping());
  const next = await measure(() => expect.poll(() => redis.ping().catch(() => 'away')).toBe('PONG'));
  process.stdout.write(
    `Redis, swallowed connection: first command ${first.ms} ms, heals ${next.ms} ms later\n`,
  );
  expect(first.ms).toBeLessThan(LIMIT_MS);
  expect(first.ms + next.ms).toBeLessThan(2 * LIMIT_MS);
  expect(logged.map((line) => String(JSON.parse(line).msg))).toEqual([
    'Redis is unreachable',
    'Redis is reachable again',
  ]);
});

it('commands fail at once while all connections to Redis are swallowed, and succeed soon after', async () => {
  door.swallow();
  await measure(() => redis.ping());
  const calls: { isDone: boolean; ms: number }[] = [];
  for (const end = performance.now() + 5000; performance.now() < end; await pause(100))
    calls.push(await measure(() => redis.ping()));
  expect(calls.some(({ isDone }) => isDone)).toBe(false);
  expect(Math.max(...calls.map(({ ms }) => ms))).toBeLessThan(LIMIT_MS / 2); // none waits for its own limit
  door.heal();
  const { ms } = await measure(() =>
    expect.poll(() => redis.ping().catch(() => 'away'), { timeout: 20_000 }).toBe('PONG'),
  );
  process.stdout.write(`Redis, everything swallowed: works ${ms} ms after it can be reached again\n`);
  expect(ms).toBeLessThan(20_000);
});

it('a healthy idle connection to Redis stays open', async () => {
  const id = await redis.client('ID');
  await pause(2500); // longer than a command may stay unanswered; nothing happening has no event
  expect(await redis.client('ID')).toBe(id);
});

it('a queue adds wake-ups again after its connection was swallowed', async () => {
  const { logger } = createRecordingLogger();
  const queue = createWakeUpQueue<{ n: number }>({ name: `q-${randomUUID()}`, redisUrl: door.url, logger });
  await queue.add('one', { n: 1 });
  door.swallowOpen();
  const { ms } = await measure(() => queue.add('two', { n: 2 }));
  expect(ms).toBeLessThan(LIMIT_MS);
  await expect
    .poll(() =>
      queue.add('three', { n: 3 }).then(
        () => 'added',
        () => 'away',
      ),
    )
    .toBe('added');
  await queue.close();
});
