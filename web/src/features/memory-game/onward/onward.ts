import { game } from '@larksong/contracts';

import type { Choice } from '../rules/dealer.ts';
import { keepKnown } from '../letters/letters.ts';

/** The letter that comes next, and the board that teaches it. */
export interface NextLetter {
  letter: string;
  /** Its place in the alphabet, from 0. */
  index: number;
  choice: Choice;
}

/**
 * Returns the first letter with a pair after the last one of the board; after Z, the first one. Its board has as many
 * letters as the present one, at most one for each pair of the grid: the first letter leaves, the next one joins those
 * that the child has just found. From Z on, the letters begin again. Returns undefined if there is no other board.
 */
export function findNextLetter(categories: readonly game.Category[], choice: Choice): NextLetter | undefined {
  const { letters, grid } = choice;
  const paired = categories.filter(({ pairCount }) => pairCount > 0).map(({ letter }) => letter);
  const present = keepKnown(categories, letters).filter((known) => paired.includes(known));
  const played = present.length > 0 ? present : letters;
  const last = categories.findLastIndex(({ letter }) => played.includes(letter));
  const after = categories.slice(last + 1).find(({ pairCount }) => pairCount > 0)?.letter;
  const letter = after ?? paired[0];
  if (letter === undefined) return undefined;
  const count = Math.min(Math.max(present.length, 1), countPairs(grid));
  // `slice(-0)` would keep all.
  const kept = count > 1 ? present.slice(1 - count) : [];
  const next = after === undefined ? paired.slice(0, count) : [...kept, letter];
  if (next.join() === present.join()) return undefined;
  return { letter, index: paired.indexOf(letter), choice: { ...choice, letters: next } };
}

/** After each further number of wins in a row on one size of the board, a larger one is suggested. */
const WINS_BEFORE_LARGER = 3;

/**
 * Returns the same letters on the next larger grid, if their pairs fill it, after three wins in a row on the present
 * size. Playing on declines it until three more wins.
 */
export function findLargerBoard(
  { categories, grids }: { categories: readonly game.Category[]; grids: readonly game.Grid[] },
  choice: Choice,
  wins: number,
): Choice | undefined {
  const { letters, grid } = choice;
  if (wins === 0 || wins % WINS_BEFORE_LARGER !== 0) return undefined;
  const larger = game.GRIDS.slice(game.GRIDS.indexOf(grid) + 1).find((other) => grids.includes(other));
  const pairs = categories
    .filter(({ letter }) => letters.includes(letter))
    .reduce((sum, { pairCount }) => sum + pairCount, 0);
  return larger !== undefined && pairs >= countPairs(larger) ? { ...choice, grid: larger } : undefined;
}

function countPairs(grid: game.Grid): number {
  return game.CARD_COUNTS[grid] / 2;
}
