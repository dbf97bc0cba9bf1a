import { expect, it } from 'vitest';

import { layBoard } from '../rules/board.ts';
import { moveByKey } from './grid-keys.ts';
import { pairs } from '../testing.ts';

const nine = layBoard(pairs(4), '3x3', Math.random)!;
const four = layBoard(pairs(2), '2x2', Math.random)!;
const move = (board: typeof nine, from: number, key: string, ctrlKey = false) =>
  moveByKey(board, from, { key, ctrlKey });

it('the arrow keys go from card to card and stop at the edges', () => {
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => move(four, 0, key))).toEqual([
    1, 2, 0, 0,
  ]);
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => move(four, 3, key))).toEqual([
    3, 3, 2, 1,
  ]);
});

it('the arrow keys skip only the empty centre', () => {
  expect([move(nine, 3, 'ArrowRight'), move(nine, 5, 'ArrowLeft')]).toEqual([5, 3]);
  expect([move(nine, 1, 'ArrowDown'), move(nine, 7, 'ArrowUp')]).toEqual([7, 1]);
  expect(move(nine, 0, 'ArrowRight')).toBe(1);
});

it('Home and End go to the ends of the row, with Ctrl to the ends of the board', () => {
  expect([move(nine, 7, 'Home'), move(nine, 7, 'End')]).toEqual([6, 8]);
  expect([move(nine, 5, 'Home', true), move(nine, 3, 'End', true)]).toEqual([0, 8]);
});

it('keys other than arrows, Home and End do not move the focus on the board', () => {
  expect([move(four, 0, 'Tab'), move(four, 0, 'Enter'), move(four, 0, 'a')]).toEqual(
    Array.from({ length: 3 }, () => undefined),
  );
});
