import { describe, expect, it } from 'vitest';

import { chooseLetters, describeLetters, parseLetters, toLettersQuery } from './letters.ts';
import { category } from './testing.ts';

const alphabet = [category('A', 1), category('B', 3), category('C', 2), category('É', 2)];
const choose = (link: string | null, last: string[] = [], categories = alphabet) =>
  chooseLetters(categories, { link: parseLetters(link), last });

describe('the letters at the start', () => {
  it('are those of the link, in order, whoever wrote it', () => {
    expect(choose('c,A')).toEqual(['A', 'C']);
    expect(choose(' é ,,B,b', ['A'])).toEqual(['B', 'É']);
    expect(choose('e\u0301')).toEqual(['É']);
    expect(choose('E\u0301,A')).toEqual(['A', 'É']);
  });

  it('are without those that do not exist', () => {
    expect(choose('A,Z')).toEqual(['A']);
    expect(choose('Z', ['C'])).toEqual(['C']);
  });

  it('are the last choice on this device, without a link', () => {
    expect(choose(null, ['C', 'A', 'Q'])).toEqual(['A', 'C']);
    expect(choose('', ['C'])).toEqual(['C']);
  });

  it('are no last choice that has no pair any more, but a link is followed all the same', () => {
    const left = [category('A', 0), category('B', 1), category('C', 2)];
    expect(choose(null, ['A'], left)).toEqual(['C']);
    expect(choose(null, ['A', 'B'], left)).toEqual(['B']);
    expect(choose('A', ['B'], left)).toEqual(['A']);
  });

  it('are the first letter with two pairs, else all with a pair, else the first', () => {
    expect(choose(null)).toEqual(['B']);
    expect(choose(null, ['Q'], [category('A', 0), category('B', 1), category('C', 1)])).toEqual(['B', 'C']);
    expect(choose(null, [], [category('A', 0), category('B', 0)])).toEqual(['A']);
  });
});

it('a link leads to the same letters', () => {
  const query = toLettersQuery(['A', 'É', '&']);
  expect(query).toBe('?letters=A,%C3%89,%26');
  expect(parseLetters(new URLSearchParams(query).get('letters'))).toEqual(['A', 'É', '&']);
});

it('names one letter, and counts several', () => {
  expect([describeLetters(['A']), describeLetters(['A', 'B'])]).toEqual(['Letter A', '2 Letters']);
});
