import { describe, expect, it } from 'vitest';

import { isCorrectable, toLetterTerm, toTagTerm, toWords } from './words.ts';

describe('toWords', () => {
  it.each([
    ['Five Little Ducks', ['five', 'little', 'ducks']],
    ['Éléphant, ELEPHANT!', ['elephant']],
    ["Mary's lamb — don't", ['marys', 'lamb', 'dont']],
    ['Straße Ærø Łódź', ['strasse', 'aero', 'lodz']],
    ['Привет, мир', ['привет', 'мир']],
    ['小鸭子之歌', ['小鸭子之歌']],
    ['की गाना', ['की', 'गाना']],
    ['1, 2, 3 & 10', ['1', '2', '3', '10']],
    ['ﬁve', ['five']],
    ['  \u0000 !?()|&:*\\\' " 🦆 ', []],
    ['\ud800', []],
  ])('toWords splits %j into %j', (text, words) => {
    expect(toWords(text)).toEqual(words);
  });

  it('toWords limits the length of a word', () => {
    expect(toWords('x'.repeat(5000))).toEqual(['x'.repeat(60)]);
  });
});

describe('toTagTerm', () => {
  it('toTagTerm never returns a word', () => {
    const term = toTagTerm({ tagType: 'grade', tagValue: 'Grade 1' });
    expect(term).toBe('grade=Grade 1');
    expect(toWords(term)).not.toContain(term);
  });
});

describe('toLetterTerm', () => {
  it('toLetterTerm returns neither a word nor a tag', () => {
    expect(toLetterTerm('É')).toBe('letter=É');
    expect(toWords('letter=É')).toEqual(['letter', 'e']);
  });
});

describe('isCorrectable', () => {
  it.each([
    ['ducks', true],
    ['ox', false],
    ['2024', false],
    ['b12', false],
  ])('isCorrectable("%s") returns %s', (word, expected) => {
    expect(isCorrectable(word)).toBe(expected);
  });
});
