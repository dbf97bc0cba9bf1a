import { expect, test } from 'vitest';

import { compareLetters } from './letter-order.ts';
import { findFirstLetter, toLetters } from './letter.ts';

const nfd = (text: string) => text.normalize('NFD');

test('toLetters removes duplicates and skips invalid entries', () => {
  expect(toLetters('a,A, b ,,xyz,ß,!,' + nfd('ä'))).toEqual(['A', 'B', 'ß', 'Ä']);
  expect(toLetters(',,')).toEqual([]);
});

test.each([
  ['fox', 'F'],
  ['élan', 'É'],
  ['क्षेत्र', 'क्षे'],
  ['🦊 fox', undefined],
  ['', undefined],
])('the first letter of %j is %j', (name, letter) => {
  expect(findFirstLetter(name)).toBe(letter);
});

test('letters come in an order: Latin by base letter, then other scripts, then digits', () => {
  const ordered = ['A', 'Ä', 'B', 'É', 'F', 'ß', 'Z', 'Α', 'Ω', 'А', 'Ё', 'Я', 'ب', '1', '7'];
  expect(ordered.toReversed().toSorted(compareLetters)).toEqual(ordered);
});
