import { describe, expect, test } from 'vitest';

import { createSlots } from './slots.ts';

/** Requests a slot; `isHeld` returns whether it was granted, `end` releases it or leaves the queue. */
function ask(slots: ReturnType<typeof createSlots>, key: string) {
  const over = new AbortController();
  const asked = { isHeld: false, end: () => over.abort(new Error('over')), done: Promise.resolve() };
  asked.done = slots.hold(key, over.signal).then(
    () => void (asked.isHeld = true),
    () => undefined,
  );
  return asked;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const heldOf = (asked: { isHeld: boolean }[]) => asked.filter(({ isHeld }) => isHeld).length;

describe('slots', () => {
  test('slots are granted up to the limit of a key, and the next in line gets a released one', async () => {
    const slots = createSlots({ total: 100, perKey: 3 });
    const asked = Array.from({ length: 5 }, () => ask(slots, 'school'));
    await settled();
    expect(asked.map(({ isHeld }) => isHeld)).toEqual([true, true, true, false, false]);
    asked[1]?.end();
    await settled();
    expect(asked.map(({ isHeld }) => isHeld)).toEqual([true, true, true, true, false]);
  });

  test('a slot is taken at once only while there is room and nobody of its key waits', async () => {
    const slots = createSlots({ total: 100, perKey: 2 });
    const first = slots.take('school');
    const second = ask(slots, 'school');
    expect(slots.take('school')).toBeUndefined();
    expect(slots.take('other')).toBeDefined();
    const waiting = ask(slots, 'school');
    first?.();
    await settled();
    expect(waiting.isHeld).toBe(true);
    const next = ask(slots, 'school');
    second.end();
    expect(slots.take('school')).toBeUndefined();
    await settled();
    expect(next.isHeld).toBe(true);
  });

  test('slots are never all held by a few greedy keys: each new key gets one', async () => {
    const slots = createSlots({ total: 100, perKey: 60 });
    const greedy = ['a', 'b', 'c', 'd', 'e'].map((key) => Array.from({ length: 200 }, () => ask(slots, key)));
    await settled();
    expect(heldOf(greedy.flat())).toBeLessThan(100);
    const newcomers = ['x', 'y', 'z'].map((key) => ask(slots, key));
    await settled();
    expect(heldOf(newcomers)).toBe(3);
  });

  test('slots go to waiting keys in turn, however many requests of one key wait', async () => {
    const slots = createSlots({ total: 2, perKey: 2 });
    const holder = ask(slots, 'holder');
    const greedy = Array.from({ length: 50 }, () => ask(slots, 'greedy'));
    const modest = ask(slots, 'modest');
    await settled();
    expect([heldOf(greedy), modest.isHeld]).toEqual([1, false]);
    holder.end();
    await settled();
    greedy[0]?.end();
    await settled();
    expect(modest.isHeld).toBe(true);
  });

  test('slots are not lost to requests that leave the queue or were aborted before they joined it', async () => {
    const slots = createSlots({ total: 10, perKey: 1 });
    const first = ask(slots, 'a');
    const leaving = Array.from({ length: 20 }, () => ask(slots, 'a'));
    await settled();
    for (const each of leaving) each.end();
    await expect(slots.hold('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    const last = ask(slots, 'a');
    await settled();
    expect(last.isHeld).toBe(false);
    first.end();
    await settled();
    expect([heldOf(leaving), last.isHeld]).toEqual([0, true]);
    last.end();
    const after = ask(slots, 'a');
    await settled();
    expect(after.isHeld).toBe(true);
  });
});
