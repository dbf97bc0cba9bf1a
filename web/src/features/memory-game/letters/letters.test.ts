import { describe, expect, it } from 'vitest';

import { toLettersQuery } from '../../../parts/game-cards/letter-card.ts';
import { chooseLetters, describeLetters, parseLetters, toTabTitle } from './letters.ts';
import { category } from '../testing.ts';

const alphabet = [category('A', 1), category('B', 3), category('C', 2), category('É', 2)];
const choose = (link: string | null, last: string[] = [], categories = alphabet) =>
  chooseLetters(categories, { link: parseLetters(link), last });

describe('the letters at the start', () => {
  it('the first letters are those of the link, in order, however they are written', () => {
    expect(choose('c,A')).toEqual(['A', 'C']);
    expect(choose(' é ,,B,b', ['A'])).toEqual(['B', 'É']);
    expect(choose('A,C.')).toEqual(['A', 'C']); // from the end of a sentence
    expect(choose('C)\u200B ')).toEqual(['C']);
    expect(choose('e\u0301')).toEqual(['É']);
    expect(choose('E\u0301,A')).toEqual(['A', 'É']);
  });

  it('letters of the link that do not exist are ignored', () => {
    expect(choose('A,Z')).toEqual(['A']);
    expect(choose('Z', ['C'])).toEqual(['C']);
  });

  it('without a link, the first letters are the last choice on this device', () => {
    expect(choose(null, ['C', 'A', 'Q'])).toEqual(['A', 'C']);
    expect(choose('', ['C'])).toEqual(['C']);
  });

  it('a last choice without pairs is ignored, but a link to such letters is followed', () => {
    const left = [category('A', 0), category('B', 1), category('C', 2)];
    expect(choose(null, ['A'], left)).toEqual(['B', 'C']);
    expect(choose(null, ['A', 'B'], left)).toEqual(['B']);
    expect(choose('A', ['B'], left)).toEqual(['A']);
  });

  it('without a choice, a game starts with the first two letters that have a pair, else the only one, else the first letter', () => {
    expect(choose(null)).toEqual(['A', 'B']);
    expect(choose(null, ['Q'], [category('A', 0), category('B', 1), category('C', 1)])).toEqual(['B', 'C']);
    expect(choose(null, [], [category('A', 0), category('B', 2)])).toEqual(['B']);
    expect(choose(null, [], [category('A', 0), category('B', 0)])).toEqual(['A']);
  });
});

it('a link leads to the letters from which it was made', () => {
  const query = toLettersQuery(['A', 'É', '&']);
  expect(query).toBe('?letters=A,%C3%89,%26');
  expect(parseLetters(new URLSearchParams(query).get('letters'))).toEqual(['A', 'É', '&']);
});

it('one letter is named, several are counted', () => {
  expect([describeLetters(['A']), describeLetters(['A', 'B'])]).toEqual(['Letter A', '2 Letters']);
});

it('the title of the tab names up to four letters', () => {
  expect(
    [[], ['C'], ['C', 'D'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D', 'E']].map((letters) => toTabTitle(letters)),
  ).toEqual([
    'Memory Game',
    'Memory Game — Letter C',
    'Memory Game — C and D',
    'Memory Game — A, B and C',
    'Memory Game — 5 Letters',
  ]);
});
