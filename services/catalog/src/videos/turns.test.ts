import { describe, expect, it } from 'vitest';

import { createTurns } from './turns.ts';

describe('turns', () => {
  it('of one name come one after another, in the order in which they were asked for', async () => {
    const turns = createTurns();
    const events: string[] = [];
    const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const work = gates.map((gate, index) =>
      turns.take('a', async () => {
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

  it('of different names do not wait for each other', async () => {
    const turns = createTurns();
    const gate = Promise.withResolvers<void>();
    const waiting = turns.take('a', () => gate.promise);
    expect(await turns.take('b', async () => 'done')).toBe('done');
    gate.resolve();
    await waiting;
  });

  it('go on after a failure', async () => {
    const turns = createTurns();
    const failing = turns.take('a', () => Promise.reject(new Error('broken')));
    const next = turns.take('a', async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
