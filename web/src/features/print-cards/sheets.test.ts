import { expect, test } from 'vitest';

import { guessPaper, toCardPages, toLetterSheets } from './sheets.ts';

const words = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `word ${index}`, hasPicture: true }));
const letters = [
  { letter: 'A', words: words(10) },
  { letter: 'B', words: words(1) },
];

test('every word has two cards side by side, twelve on a page', () => {
  const pages = toCardPages(letters);
  expect(pages.map(({ length }) => length)).toEqual([12, 10]);
  const cards = pages.flat();
  for (let index = 0; index < cards.length; index += 2) {
    const [first, second] = [cards[index], cards[index + 1]];
    expect([first?.face, second?.face]).toEqual(['letter', 'picture']);
    expect([first?.letter, first?.name]).toEqual([second?.letter, second?.name]);
  }
});

test('every letter has its own sheet, and further ones for more than nine words', () => {
  expect(toLetterSheets(letters).map(({ letter, words: own }) => [letter, own.length])).toEqual([
    ['A', 9],
    ['A', 1],
    ['B', 1],
  ]);
  expect(toCardPages([])).toEqual([]);
});

test.each([
  ['en-US', 'Europe/Berlin', 'a4'],
  ['en-GB', 'America/Chicago', 'letter'],
  ['es', 'America/Mexico_City', 'letter'],
  ['pt-BR', 'America/Sao_Paulo', 'a4'],
  ['es', 'America/Argentina/Cordoba', 'a4'],
  ['en', 'Asia/Manila', 'letter'],
  ['en', 'Asia/Kolkata', 'a4'],
  ['fr-CA', 'UTC', 'letter'],
  ['en-US', 'Etc/GMT+5', 'letter'],
  ['de', '', 'a4'],
])('the paper for the language %j in the time zone %j is %s', (language, timeZone, paper) => {
  expect(guessPaper({ language, timeZone })).toBe(paper);
});
