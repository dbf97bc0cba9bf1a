import { describe, expect, it } from 'vitest';

import { findLetterProblem, toLetter } from './letter.ts';

describe('a letter is sent', () => {
  it.each([
    ['a', 'A'],
    [' q ', 'Q'],
    ['ä', 'Ä'],
    ['a\u0308', 'Ä'],
    ['ш', 'Ш'],
    ['ς', 'Σ'],
    ['7', '7'],
    ['あ', 'あ'],
    ['क्ष', 'क्ष'],
  ])('%j as %j', (typed, letter) => {
    expect(findLetterProblem(typed)).toBeUndefined();
    expect(toLetter(typed)).toBe(letter);
  });

  it.each(['ß', 'İ', 'ŉ', 'ﬁ', 'ა'])(
    '%s as it is, since its capital is none or more than one character',
    (letter) => {
      expect(toLetter(letter)).toBe(letter);
      expect(findLetterProblem(letter)).toBeUndefined();
    },
  );
});

describe('what is no letter', () => {
  it.each([
    ['', 'Enter a letter'],
    ['  ', 'Enter a letter'],
    ['ab', 'A letter is exactly one character'],
    ['a b', 'A letter is exactly one character'],
  ])('%j: %s', (typed, problem) => {
    expect(findLetterProblem(typed)).toBe(problem);
  });
});
