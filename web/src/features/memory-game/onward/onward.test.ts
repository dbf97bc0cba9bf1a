import { game } from '@larksong/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findLargerBoard, findNextLetter } from './onward.ts';
import { category } from '../testing.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').map((letter) => category(letter, 4));

/** Returns the next letter and the letters of its board: `C: B,C`. */
function next(letters: string, grid: game.Grid = '2x2', categories = alphabet): string | undefined {
  const found = findNextLetter(categories, { letters: letters.split(','), grid });
  return found && `${found.letter}: ${found.choice.letters.join()}`;
}

describe('the next letter', () => {
  it('the next letter after a single letter has its own board', () => {
    expect(next('A')).toBe('B: B');
    expect(next('Z')).toBe('A: A');
  });

  it('the next letter of two joins the second one, and after Z the alphabet begins again', () => {
    expect(next('A,B')).toBe('C: B,C');
    expect(next('B,C')).toBe('D: C,D');
    expect(next('Y,Z')).toBe('A: A,B');
  });

  it('the next letter of several follows the last one in order, with at most one letter for each pair', () => {
    expect(next('S,A,M')).toBe('T: S,T');
    expect(next('A,M,S', '3x3')).toBe('T: M,S,T');
    expect(next('A,B,C,D,E,F', '3x3')).toBe('G: D,E,F,G');
    expect(next(alphabet.map(({ letter }) => letter).join())).toBe('A: A,B');
  });

  it('letters without a pair are passed over, and removed ones are ignored', () => {
    const some = [category('A', 2), category('B', 0), category('C', 1), category('D', 0)];
    expect(next('A', '2x2', some)).toBe('C: C');
    expect(next('B', '2x2', some)).toBe('C: C');
    expect(next('D', '2x2', some)).toBe('A: A');
    expect(next('Q,A', '2x2', some)).toBe('C: C');
    expect(next('Q', '2x2', some)).toBe('A: A');
  });

  it('there is no next letter if it would be the same board, or if nothing has a pair', () => {
    const two = [category('A', 2), category('B', 2)];
    expect(next('A', '2x2', two.slice(0, 1))).toBeUndefined();
    expect(next('A,B', '2x2', two)).toBeUndefined();
    expect(next('B', '2x2', two)).toBe('A: A');
    expect(next('A', '2x2', [category('A', 0)])).toBeUndefined();
    expect(next('A', '2x2', [])).toBeUndefined();
  });

  it('from any letters, the next ones have pairs, contain the new letter, fit the grid and visit the whole alphabet', () => {
    const pairCounts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 26 });
    fc.assert(
      fc.property(
        pairCounts,
        fc.subarray(alphabet, { minLength: 1 }),
        fc.constantFrom(...game.GRIDS),
        (counts, start, grid) => {
          const categories = counts.map((count, index) => category(alphabet[index]!.letter, count));
          const paired = categories.filter(({ pairCount }) => pairCount > 0).map(({ letter }) => letter);
          const visited = new Set<string>();
          let letters: readonly string[] = start.map(({ letter }) => letter);
          for (let step = 0; step < 60; step += 1) {
            const found = findNextLetter(categories, { letters, grid });
            if (!found) break;
            expect(paired[found.index]).toBe(found.letter);
            expect(found.choice.letters).toContain(found.letter);
            expect(found.choice.letters.every((letter) => paired.includes(letter))).toBe(true);
            expect(found.choice.letters.length).toBeLessThanOrEqual(game.CARD_COUNTS[grid] / 2);
            expect(found.choice.letters).not.toEqual(letters);
            ({ letters } = found.choice);
            for (const letter of letters) visited.add(letter);
          }
          // Without a further board, all letters are on this one.
          for (const letter of letters) visited.add(letter);
          expect(paired.every((letter) => visited.has(letter))).toBe(true);
        },
      ),
    );
  });
});

describe('a larger board', () => {
  const offer = (grids: readonly game.Grid[]) => ({ categories: alphabet, grids });
  const suggest = (
    wins: number,
    grids: readonly game.Grid[],
    grid: game.Grid = '2x2',
    letters = ['A', 'B'],
  ) => findLargerBoard(offer(grids), { letters, grid }, wins);

  it('a larger board is suggested after each three wins in a row', () => {
    const suggested = Array.from({ length: 8 }, (_, wins) => suggest(wins, game.GRIDS)?.grid);
    const none = undefined;
    expect(suggested).toEqual([none, none, none, '3x3', none, none, '3x3', none]);
  });

  it('a larger board is the next one that the site offers, with the same letters', () => {
    expect(suggest(3, ['2x2'])).toBeUndefined();
    expect(suggest(3, ['2x2', '4x4'])).toEqual({ letters: ['A', 'B'], grid: '4x4' });
    expect(suggest(3, game.GRIDS, '3x3')).toEqual({ letters: ['A', 'B'], grid: '4x4' });
    expect(suggest(3, game.GRIDS, '4x4')).toBeUndefined();
  });

  it('a larger board that the letters cannot fill is not suggested', () => {
    expect(suggest(3, game.GRIDS, '3x3', ['A'])).toBeUndefined();
    expect(suggest(3, game.GRIDS, '2x2', ['A'])?.grid).toBe('3x3');
  });
});
