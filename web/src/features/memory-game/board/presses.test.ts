import { expect, it } from 'vitest';

import { dropPress, press, release, type Presses } from './presses.ts';

const begin = (presses: Presses, pointer: number, position: number, startMs = 0) =>
  press(presses, { pointer, position, serial: 1, x: 100, y: 100, startMs });
const end = (presses: Presses, pointer: number, changes: Partial<Parameters<typeof release>[1]> = {}) =>
  release(presses, { pointer, serial: 1, x: 100, y: 100, atMs: 50, isOnCard: true, ...changes });

it('a press that ends on its card opens the card, however long it lasted and however far it slid', () => {
  expect(end(begin([], 1, 3), 1, { atMs: 9000, x: 190 })).toEqual({ presses: [], tapped: 3 });
});

it('a press that slides a little beyond the edge of its card opens the card, a drag to another card does not', () => {
  const presses = begin([], 1, 3);
  expect(end(presses, 1, { isOnCard: false, x: 120, y: 115 }).tapped).toBe(3);
  expect(end(presses, 1, { isOnCard: false, x: 140 }).tapped).toBeUndefined();
});

it('two fingers at once open both of their cards', () => {
  const presses = begin(begin([], 1, 0), 2, 3);
  const first = end(presses, 2);
  expect(first.tapped).toBe(3);
  expect(end(first.presses, 1).tapped).toBe(0);
});

it('a finger that rests while another one taps opens nothing when it is lifted', () => {
  const presses = begin(begin([], 1, 0, 0), 2, 3, 1000);
  const tapped = end(presses, 2, { atMs: 1080 });
  expect(tapped.tapped).toBe(3);
  expect(end(tapped.presses, 1, { atMs: 2000 }).tapped).toBeUndefined();
});

it('a press opens nothing if other cards were dealt meanwhile, or if the system cancelled it', () => {
  const presses = begin([], 1, 3);
  expect(end(presses, 1, { serial: 2 }).tapped).toBeUndefined();
  expect(end(dropPress(presses, 1), 1).tapped).toBeUndefined();
});
