import { describe, expect, test } from 'vitest';

import { LETTER_SENTENCES } from '../game/letters.ts';
import { LETTERS_SENTENCE } from './editing.ts';
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
    [['A', 'AB'], LETTER_SENTENCES.several],
    [['A', ''], LETTER_SENTENCES.missing],
    [['🐟'], LETTER_SENTENCES.other],
    [Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZÄ'), LETTERS_SENTENCE],
  ])('the letters %j are refused: %s', (given, problem) => {
    expect(toVideoLetters(given)).toEqual({ problem });
  });
});
