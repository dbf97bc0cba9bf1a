import { describe, expect, it } from 'vitest';

import { isCorrectable, toLanguageTerm, toLetterTerm, toSpellings, toTagTerm, toWords } from './words.ts';

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

describe('toSpellings', () => {
  it.each([
    ['de', 'Zwei Häuser!', ['zwei', 'häuser']],
    ['de', "Wie geht's?", ['wie', 'gehts']],
    ['fr', 'L’oiseau qu’aujourd’hui j’écoute', ['oiseau', 'aujourdhui', 'écoute']],
    ['tr', 'IŞIK, İzmir’de', ['ışık', 'izmir']],
    ['es', 'PINGU\u0308INO', ['pingüino']],
    ['ar', 'أُغْنِيَة', ['أُغْنِيَة']],
    ['uk', "п'ять", ['пять']],
    ['fr', "5' l' '", ['5', 'l']],
    ['en', '', []],
  ] as const)('toSpellings reads "%s: %s" as %j', (language, text, spellings) => {
    expect(toSpellings(text, language).map(({ spelling }) => spelling)).toEqual(spellings);
  });

  it('toSpellings names the words of a document for each', () => {
    expect(toSpellings("L'Été ½", 'fr')).toEqual([
      { words: ['lete'], spelling: 'été' },
      { words: ['1'], spelling: '1' },
      { words: ['2'], spelling: '2' },
    ]);
  });

  it('toSpellings limits the length of a word', () => {
    expect(toSpellings('x'.repeat(5000), 'de')[0]?.spelling).toBe('x'.repeat(60));
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

  it('toLanguageTerm returns no word', () => {
    expect(toWords(toLanguageTerm('de'))).toEqual(['language', 'de']);
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
