import { expect, test } from 'vitest';

import { createFairQueue, type Claim } from './fair-queue.ts';

const RULES = { atOnce: 1, waitMs: 60_000, waitingPerNetwork: 100 };

/** Creates work that ends when the test releases it, and records the order of the starts. */
function createWork(rules = RULES) {
  const queue = createFairQueue(rules);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, claim: Partial<Claim> = {}) =>
    queue({ network: name, isKnown: false, ...claim }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { started, add, endOne };
}

test('a network with many requests delays another network by one piece of work only', async () => {
  const { started, add, endOne } = createWork();
  const work = Array.from({ length: 20 }, () => add('crowd'));
  work.push(add('family'));
  for (let index = 0; index < 21; index += 1) await endOne();
  await Promise.all(work);
  expect(started.indexOf('family')).toBe(2);
});

test('known claims start before strangers in three of four turns', async () => {
  const { started, add, endOne } = createWork();
  const work = Array.from({ length: 6 }, (_, index) => add(`stranger-${index}`));
  work.push(...Array.from({ length: 6 }, (_, index) => add(`known-${index}`, { isKnown: true })));
  for (let index = 0; index < 12; index += 1) await endOne();
  await Promise.all(work);
  expect(started.slice(0, 9).map((name) => name.split('-')[0])).toEqual([
    'stranger', // was already running
    ...['known', 'known', 'known', 'stranger'],
    ...['known', 'known', 'known', 'stranger'],
  ]);
});

test('as much work runs concurrently as allowed, and a failure makes room too', async () => {
  const queue = createFairQueue({ ...RULES, atOnce: 2 });
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      queue({ network: String(index % 3), isKnown: false }, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
        if (index % 2) throw new Error('no');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('work that waits too long, or in too long a queue, is rejected with TOO_BUSY', async () => {
  const { add, endOne, started } = createWork({ atOnce: 1, waitMs: 20, waitingPerNetwork: 1 });
  const running = add('school');
  const waiting = add('school');
  const busy = { code: 'TOO_BUSY', retryAfterSeconds: 1 };
  await expect(add('school')).rejects.toMatchObject(busy);
  await expect(waiting).rejects.toMatchObject(busy);
  await endOne();
  await running;
  const next = add('home');
  await endOne();
  await next;
  expect(started).toEqual(['school', 'home']);
});
