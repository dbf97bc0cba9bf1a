import { TooLateError } from '@larksong/service-kit';
import { expect, test } from 'vitest';

import { createKeyedMutex } from './keyed-mutex.ts';

test('work of one key runs sequentially, and other keys do not wait', async () => {
  const mutex = createKeyedMutex(60_000);
  const running = new Map<string, number>();
  let most = 0;
  const work = (key: string) => async () => {
    const count = (running.get(key) ?? 0) + 1;
    running.set(key, count);
    most = Math.max(most, count);
    await new Promise(setImmediate);
    running.set(key, count - 1);
    return key;
  };
  const keys = Array.from({ length: 20 }, (_, index) => String(index % 2));
  expect(await Promise.all(keys.map((key) => mutex(key, work(key))))).toEqual(keys);
  expect(most).toBe(1);
});

test('the next work of a key runs after a failure', async () => {
  const mutex = createKeyedMutex(60_000);
  const failing = mutex('key', () => Promise.reject(new Error('no')));
  const next = mutex('key', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('work that waited too long is rejected, and later work does not overtake the running one', async () => {
  const mutex = createKeyedMutex(10);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const first = mutex('key', () => end);
  await expect(mutex('key', async () => 'second')).rejects.toBeInstanceOf(TooLateError);
  await expect(mutex('key', async () => 'third')).rejects.toBeInstanceOf(TooLateError);
  resolve();
  await first;
  expect(await mutex('key', async () => 'fourth')).toBe('fourth');
});
