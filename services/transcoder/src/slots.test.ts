import { expect, it } from 'vitest';

import { createSlots } from './slots.ts';

it('slots limit concurrency and run queued work in the order of the calls', async () => {
  const slots = createSlots(2);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const done = gates.map((gate, i) =>
    slots.use(async () => {
      begun.push(i);
      await gate.promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  expect(slots.free()).toBe(0);
  gates[1]?.resolve();
  await done[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  const idle = slots.idle();
  for (const gate of gates) gate.resolve();
  await Promise.all([...done, idle]);
  expect(slots.free()).toBe(2);
});

it('a slot is free again after its work fails', async () => {
  const slots = createSlots(1);
  await expect(slots.use(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(slots.use(async () => 'fine')).resolves.toBe('fine');
});
