import { describe, expect, test } from 'vitest';

import { LETTER_PROBLEMS, toLetter } from './letters.ts';

const nfd = (text: string) => text.normalize('NFD');

describe('toLetter', () => {
  test.each([
    ['a', 'A'],
    ['A', 'A'],
    ['  b\n', 'B'],
    ['ä', 'Ä'],
    [nfd('é'), 'É'],
    ['i', 'I'],
    ['İ', 'İ'],
    ['ı', 'I'],
    ['ß', 'ß'],
    ['ŉ', 'ŉ'],
    ['ǆ', 'Ǆ'],
    ['ﬁ', 'ﬁ'],
    ['ж', 'Ж'],
    ['ё', 'Ё'],
    ['λ', 'Λ'],
    ['σ', 'Σ'],
    ['ς', 'Σ'],
    ['ა', 'ა'],
    ['ب', 'ب'],
    ['ש', 'ש'],
    ['क्ष', 'क्ष'],
    ['कि', 'कि'],
    ['한', '한'],
    [nfd('한'), '한'],
    ['字', '字'],
    ['あ', 'あ'],
    ['7', '7'],
    ['٣', '٣'],
    ['𐐨', '𐐀'],
    ['A\u200d', 'A'],
    ['A\u034f', 'A'],
    ['B\u200c', 'B'],
    ['C\u{e0100}', 'C'],
    ['D\u180b', 'D'],
    ['\u200be', 'E'],
    ['ه\u200d', 'ه\u200d'],
    ['क्\u200d', 'क्\u200d'],
  ])('the letter %j is stored as %j', (given, kept) => {
    expect(toLetter(given)).toEqual({ letter: kept });
  });

  test.each([
    ['', LETTER_PROBLEMS.missing],
    [' \t ', LETTER_PROBLEMS.missing],
    ['AB', LETTER_PROBLEMS.several],
    ['A B', LETTER_PROBLEMS.several],
    ['कख', LETTER_PROBLEMS.several],
    ['Z' + '\u0301'.repeat(40), LETTER_PROBLEMS.several],
    ['!', LETTER_PROBLEMS.other],
    ['/', LETTER_PROBLEMS.other],
    ['.', LETTER_PROBLEMS.other],
    ['🐟', LETTER_PROBLEMS.other],
    ['👩‍👧', LETTER_PROBLEMS.other],
    ['1️⃣', LETTER_PROBLEMS.other],
    ['\u0301', LETTER_PROBLEMS.other],
    ['\u200b', LETTER_PROBLEMS.other],
    ['\0', LETTER_PROBLEMS.other],
    ['\ud800', LETTER_PROBLEMS.other],
  ])('toLetter rejects %j: %j', (given, problem) => {
    expect(toLetter(given)).toEqual({ problem });
  });

  test('every accepted letter is one character and is returned unchanged the second time', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    let letters = 0;
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      // All characters that have another case, and a sample of the rest, which are mostly Chinese.
      if (character.toUpperCase() === character && code % 97 !== 0) continue;
      const result = toLetter(character);
      if (!('letter' in result)) continue;
      letters += 1;
      const { letter } = result;
      const isOne = Array.from(segmenter.segment(letter)).length === 1;
      const isSame = JSON.stringify(toLetter(letter)) === JSON.stringify(result);
      if (!isOne || !isSame || letter !== letter.normalize('NFC'))
        throw new Error(`U+${code.toString(16)} becomes ${JSON.stringify([letter, toLetter(letter)])}`);
    }
    expect(letters).toBeGreaterThan(2500);
  });
});

describe('the letters of a language', () => {
  test.each([
    ['tr', 'i', 'İ'],
    ['tr', 'İ', 'İ'],
    ['tr', 'ı', 'I'],
    ['tr', 'I', 'I'],
    ['tr', 'i\u0307', 'İ'],
    ['tr', 'ğ', 'Ğ'],
    ['en', 'i', 'I'],
    ['de', 'i', 'I'],
    ['de', 'ß', 'ß'],
    ['de', 'ä', 'Ä'],
    ['de', 'a\u0308', 'Ä'],
    ['es', 'ñ', 'Ñ'],
    ['pl', 'ł', 'Ł'],
    ['uk', 'ї', 'Ї'],
    ['uk', 'ґ', 'Ґ'],
    ['ar', 'ب', 'ب'],
    ['ar', 'أ', 'أ'],
  ] as const)('in %s, the letter %j is stored as %j', (language, given, letter) => {
    expect(toLetter(given, language)).toEqual({ letter });
    expect(toLetter(letter, language)).toEqual({ letter });
  });

  test.each([
    ['es', 'll'],
    ['es', 'ch'],
    ['pl', 'cz'],
  ] as const)('in %s, the digraph %j is not a letter', (language, given) => {
    expect(toLetter(given, language)).toEqual({ problem: LETTER_PROBLEMS.several });
  });
});
