import { game } from '@larksong/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hueOfPlace, layBoard } from './board.ts';
import { item, pair, pairs } from '../testing.ts';

const names = (cells: readonly (game.DealtItem | null)[] = []) =>
  cells.flatMap((cell) => cell?.name ?? []).toSorted();

describe('layBoard', () => {
  it.each([
    ['2x2', 2, '2x2', 4],
    ['2x2', 5, '2x2', 4],
    ['2x2', 1, '2x1', 2],
    ['3x3', 4, '3x3', 8],
    ['3x3', 3, '2x2', 4],
    ['3x3', 1, '2x1', 2],
    ['4x4', 8, '4x4', 16],
    ['4x4', 7, '3x3', 8],
    ['4x4', 3, '2x2', 4],
    ['4x4', 1, '2x1', 2],
  ] as const)('layBoard lays the grid %s with %i pairs as %s', (grid, pairCount, size, cards) => {
    const board = layBoard(pairs(pairCount), grid, Math.random);
    expect(`${board?.columns}x${board?.rows}`).toBe(size);
    expect(names(board?.cells)).toHaveLength(cards);
  });

  it('layBoard leaves the centre of the 3x3 grid empty', () => {
    const { cells } = layBoard(pairs(4), '3x3', Math.random)!;
    expect(cells.map((cell) => cell === null)).toEqual(cells.map((_, position) => position === 4));
  });

  it('layBoard returns no board without a pair', () => {
    expect(layBoard([item('apple'), item('ant')], '2x2', Math.random)).toBeNull();
    expect(layBoard([], '2x2', Math.random)).toBeNull();
  });

  it('layBoard pairs cards of any type by their name and leaves out single cards', () => {
    const items = [...pair('apple', ['letter', 'letter']), item('ant'), ...pair('arm', ['image', 'image'])];
    expect(names(layBoard(items, '2x2', Math.random)?.cells)).toEqual(['apple', 'apple', 'arm', 'arm']);
  });

  it('layBoard lays whole pairs of the given cards, each once, whatever cards are given', () => {
    const words = fc.constantFrom('apple', 'ant', 'bee', 'box', 'cat', 'cow', 'dog', 'egg', 'fox', 'élan');
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 40 }),
        fc.constantFrom(...game.GRIDS),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (given, grid, numbers) => {
          const items = given.map((word) => item(word));
          const board = layBoard(items, grid, () => numbers.next().value ?? 0);
          const cards = (board?.cells ?? []).filter((cell) => cell !== null);
          const counts = Map.groupBy(cards, ({ name }) => name);
          expect([...counts.values()].every((same) => same.length === 2)).toBe(true);
          expect(new Set(cards).size).toBe(cards.length);
          expect(cards.every((card) => items.includes(card))).toBe(true);
          expect(cards.length).toBeLessThanOrEqual(game.CARD_COUNTS[grid]);
          if (board) expect(board.cells).toHaveLength(board.columns * board.rows);
        },
      ),
    );
  });

  it('layBoard lays the same cards differently each time', () => {
    const cards = pairs(8);
    const orders = Array.from({ length: 20 }, () =>
      layBoard(cards, '4x4', Math.random)!
        .cells.map((cell) => cell?.id)
        .join(),
    );
    expect(new Set(orders).size).toBeGreaterThan(10);
  });
});

it('each place of a small board has its own hue, and each row of a larger one', () => {
  const hues = (pairCount: number, grid: '2x2' | '3x3') => {
    const board = layBoard(pairs(pairCount), grid, Math.random)!;
    return board.cells.map((_, position) => hueOfPlace(board, position));
  };
  expect(hues(2, '2x2')).toEqual(['lake', 'tangerine', 'leaf', 'rose']);
  expect(hues(4, '3x3')).toEqual(['lake', 'tangerine', 'leaf'].flatMap((hue) => [hue, hue, hue]));
});
