import { describe, expect, it } from 'vitest';

import { editDistance, findNearest, swapsOf } from './near-words.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['duck', 'duck', 0],
    ['duck', 'ducks', 1],
    ['dcuk', 'duck', 1],
    ['wheles', 'wheels', 1],
    ['elefant', 'elephant', 2],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('editDistance from "%s" to "%s" is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });
});

describe('swapsOf', () => {
  it.each([
    ['brid', ['rbid', 'bird', 'brdi']],
    ['book', ['obok', 'boko']],
    ['𝔞b', ['b𝔞']],
    ['a', []],
    ['', []],
  ])('swapsOf("%s") returns %j', (word, swaps) => {
    expect(swapsOf(word)).toEqual(swaps);
  });
});

describe('findNearest', () => {
  const known = ['duck', 'ducks', 'dusk', 'truck', 'elephant', 'element', 'rainbow'];

  it.each([
    ['dukc', ['duck']],
    ['duck', ['duck', 'ducks', 'dusk']],
    ['elefant', ['elephant', 'element']],
    ['ranbow', ['rainbow']],
    ['xylophone', []],
  ])('findNearest corrects "%s" to %j', (word, nearest) => {
    expect(findNearest(word, known)).toEqual(nearest);
  });

  it('findNearest returns at most three words', () => {
    expect(findNearest('cat', ['bat', 'car', 'cut', 'eat', 'cats'])).toEqual(['bat', 'car', 'cut']);
  });
});
