import { describe, expect, it } from 'vitest';

import { createKeyedMutex } from './keyed-mutex.ts';
import { TooLateError } from './within.ts';

describe('KeyedMutex', () => {
  it('a keyed mutex runs work of one key sequentially, in the order of the calls', async () => {
    const mutex = createKeyedMutex();
    const events: string[] = [];
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const work = gates.map((gate, index) =>
      mutex.run('a', async () => {
        events.push(`begin ${index}`);
        await gate.promise;
        events.push(`end ${index}`);
        return index;
      }),
    );
    for (const gate of gates.toReversed()) gate.resolve();
    expect(await Promise.all(work)).toEqual([0, 1, 2]);
    expect(events).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
  });

  it('a keyed mutex runs work of different keys concurrently', async () => {
    const mutex = createKeyedMutex();
    const gate = Promise.withResolvers<void>();
    const waiting = mutex.run('a', () => gate.promise);
    expect(await mutex.run('b', async () => 'done')).toBe('done');
    gate.resolve();
    await waiting;
  });

  it('a keyed mutex runs the next work of a key after a failure', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.run('a', () => Promise.reject(new Error('broken')));
    const next = mutex.run('a', async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('a keyed mutex rejects work that waited too long, and later work does not overtake the running one', async () => {
    const mutex = createKeyedMutex({ waitMs: 10 });
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const first = mutex.run('key', () => end);
    await expect(mutex.run('key', async () => 'second')).rejects.toBeInstanceOf(TooLateError);
    await expect(mutex.run('key', async () => 'third')).rejects.toBeInstanceOf(TooLateError);
    resolve();
    await first;
    expect(await mutex.run('key', async () => 'fourth')).toBe('fourth');
  });
});
