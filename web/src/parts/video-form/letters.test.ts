import { catalog, game } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { findLettersProblem, listLetters, NO_LETTERS } from './letters.ts';

describe('the letters of a form', () => {
  test('the letters include the text of the field, in the order of the game', () => {
    expect(listLetters(NO_LETTERS)).toEqual([]);
    expect(listLetters({ letters: ['C', 'A'], text: ' b, a ж ' })).toEqual(['A', 'B', 'C', 'Ж']);
  });

  test.each([
    ['ab', game.LETTER_PROBLEMS.several.message],
    ['🐟', game.LETTER_PROBLEMS.other.message],
    ['b d', catalog.TOO_MANY_LETTERS.message],
    ['a , c', undefined],
  ])('the text %j in addition to 25 letters: %s', (text, problem) => {
    const letters = Array.from('ACEFGHIJKLMNOPQRSTUVWXYZ1');
    expect(findLettersProblem({ letters, text })).toBe(problem);
  });
});
