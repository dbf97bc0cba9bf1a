import { expect, test } from 'vitest';

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
