import { expect, it } from 'vitest';

import { createWorkLock } from './work-lock.ts';

it('exclusive work waits for running work, and nothing else starts until it has ended', async () => {
  const lock = createWorkLock();
  const log: string[] = [];
  const gates = { first: Promise.withResolvers<void>(), alone: Promise.withResolvers<void>() };
  const first = lock.shared(async () => {
    log.push('first');
    await gates.first.promise;
  });
  const alone = lock.exclusive(async () => {
    log.push('alone');
    await gates.alone.promise;
  });
  const other = lock.exclusive(async () => void log.push('another alone'));
  const late = lock.shared(async () => void log.push('late'));
  await Promise.resolve();
  expect(log).toEqual(['first']);
  gates.first.resolve();
  await first;
  await expect.poll(() => log).toEqual(['first', 'alone']);
  gates.alone.resolve();
  await Promise.all([alone, other, late]);
  expect(log).toEqual(['first', 'alone', 'another alone', 'late']);
});

it('exclusive work that fails releases the lock', async () => {
  const lock = createWorkLock();
  await expect(lock.exclusive(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(lock.shared(async () => 'fine')).resolves.toBe('fine');
});
