import { expect, it } from 'vitest';

import { isAmidPlay, isWholeTap, slide, type Touch } from './whole-taps.ts';

const START: Touch = { pointer: 1, x: 100, y: 20, startMs: 5_000, isWhole: true };
const END = { x: 104, y: 23, atMs: 5_200, isOnControl: true };

it('a finger that is lifted where it began has tapped', () => {
  expect(isWholeTap(START, END)).toBe(true);
});

it.each([
  ['slides away', START, { ...END, x: 125 }],
  ['slides away and returns', slide(START, { x: 100, y: 45 }), END],
  ['leaves the control', START, { ...END, isOnControl: false }],
  ['rests', START, { ...END, atMs: 6_500 }],
  ['is one of two', { ...START, isWhole: false }, END],
])('a finger that %s has not tapped', (_, touch, end) => {
  expect(isWholeTap(touch, end)).toBe(false);
});

it('a finger is amid play within a second and a half of the last tap on something to play with', () => {
  expect(isAmidPlay(START, START.startMs - 1_400)).toBe(true);
  expect(isAmidPlay(START, START.startMs - 1_600)).toBe(false);
  expect(isAmidPlay(START, -Infinity)).toBe(false);
});
