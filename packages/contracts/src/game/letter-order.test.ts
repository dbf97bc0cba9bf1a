import { expect, test } from 'vitest';

import { isLanguage, LANGUAGES } from '../languages.ts';
import { ALPHABETS } from './alphabets.ts';
import { compareLetters } from './letter-order.ts';
import { toLetter } from './letters.ts';

test('letters come in an order: Latin by base letter, then other scripts, then digits', () => {
  const ordered = ['A', 'Ä', 'B', 'É', 'F', 'ß', 'Z', 'Α', 'Ω', 'А', 'Ё', 'Я', 'ب', '1', '7'];
  expect(ordered.toReversed().toSorted(compareLetters)).toEqual(ordered);
});

test.each(LANGUAGES)('the alphabet of the language %s is sorted in its own order', (language) => {
  const alphabet = ALPHABETS[language];
  expect(alphabet.toReversed().toSorted((a, b) => compareLetters(a, b, language))).toEqual(alphabet);
  for (const letter of alphabet) expect(toLetter(letter, language)).toEqual({ letter });
});

test.each([
  ['de', ['A', 'Ä', 'B', 'O', 'Ö', 'S', 'ß', 'T', 'U', 'Ü', 'Z', 'Я', '7']],
  ['es', ['N', 'Ñ', 'O']],
  ['pl', ['L', 'Ł', 'M', 'Z', 'Ź', 'Ż']],
  ['tr', ['C', 'Ç', 'D', 'H', 'I', 'İ', 'J', 'O', 'Ö', 'P']],
  ['uk', ['Г', 'Ґ', 'Д', 'Е', 'Є', 'И', 'І', 'Ї', 'Й', 'Я', 'A', 'Z', '1']],
  ['ar', ['ا', 'ب', 'ي', 'A', '1']],
])('in %s, the letters %j are in order', (language, ordered) => {
  if (!isLanguage(language)) throw new Error('not a language');
  expect(ordered.toReversed().toSorted((a, b) => compareLetters(a, b, language))).toEqual(ordered);
});
