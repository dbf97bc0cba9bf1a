import { describe, expect, test } from 'vitest';

import { LETTER_PROBLEMS } from '../game/letters.ts';
import { TOO_MANY_LETTERS } from './editing.ts';
import { toVideoLetters } from './letters.ts';

describe('toVideoLetters', () => {
  test.each([
    [[], []],
    [Array.from({ length: 27 }, () => 'a'), ['A']],
    [
      ['b', 'A', 'a', ' B '],
      ['A', 'B'],
    ],
    [
      ['7', 'ж', 'z', 'e\u0301', 'ß'],
      ['É', 'ß', 'Z', 'Ж', '7'],
    ],
  ])('the letters %j are stored as %j', (given, letters) => {
    expect(toVideoLetters(given)).toEqual({ letters });
    expect(toVideoLetters(letters)).toEqual({ letters });
  });

  test.each([
    [['A', 'AB'], LETTER_PROBLEMS.several],
    [['A', ''], LETTER_PROBLEMS.missing],
    [['🐟'], LETTER_PROBLEMS.other],
    [Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZÄ'), TOO_MANY_LETTERS],
  ])('the letters %j are refused: %j', (given, problem) => {
    expect(toVideoLetters(given)).toEqual({ problem });
  });
});
