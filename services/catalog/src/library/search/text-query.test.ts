import { describe, expect, it } from 'vitest';

import { allOf, anyOf, atLeast, exactly, toWordParts } from './text-query.ts';

describe('exactly', () => {
  it('exactly quotes characters with a meaning in a tsquery', () => {
    expect(exactly('grade=Grade 1')).toBe("'grade=Grade 1'");
    expect(exactly(String.raw`it's \ & (!) | <-> :*`)).toBe(String.raw`'it''s \\ & (!) | <-> :*'`);
  });
});

describe('allOf and anyOf', () => {
  it('allOf and anyOf join parts, and allOf returns null for no parts', () => {
    expect(allOf([])).toBeNull();
    expect(allOf([exactly('a'), anyOf([exactly('b'), exactly('c')])])).toBe("('a') & (('b') | ('c'))");
  });
});

describe('toWordParts', () => {
  const ducks = { word: 'ducks', stem: 'duck', stems: {}, known: [] };
  const the = { word: 'the', stem: null, stems: {}, known: [] };
  const sun = { word: 'sun', stem: 'sun', stems: {}, known: [] };

  it.each([
    [[], []],
    [[sun], ["'sun':*"]],
    [
      [ducks, sun],
      ["('ducks') | ('duck')", "'sun':*"],
    ],
    [[the, ducks], ["('ducks':*) | ('duck')"]],
    [[ducks, the], ["('ducks') | ('duck')"]],
    [[the], ["'the':*"]],
  ])('toWordParts turns %j into %j', (words, parts) => {
    expect(toWordParts(words)).toEqual(parts);
  });
});

describe('toWordParts in several languages', () => {
  const das = { word: 'das', stem: 'das', stems: { fr: ['das'] }, known: [] };
  const hauser = { word: 'hauser', stem: 'hauser', stems: { de: ['haus'], fr: ['hauser'] }, known: ['haus'] };
  const the = { word: 'the', stem: null, stems: { de: ['the'] }, known: [] };

  it('toWordParts adds stems, and the language instead of a stop word', () => {
    expect(toWordParts([das, hauser])).toEqual([
      "('das') | ('fr=das') | ('language=de')",
      "('hauser':*) | ('de=haus') | ('haus' & 'language=de') | ('fr=hauser')",
    ]);
  });

  it('toWordParts asks for a stem as a word only if it is known, or too short to be kept', () => {
    expect(toWordParts([{ ...hauser, known: [] }])).toEqual(["('hauser':*) | ('de=haus') | ('fr=hauser')"]);
    expect(toWordParts([{ word: 'die', stem: 'die', stems: { fr: ['di'] }, known: [] }])).toEqual([
      "('die':*) | ('fr=di') | ('di' & 'language=fr')",
    ]);
  });

  it('toWordParts ignores a language that has all counted words as stop words', () => {
    expect(toWordParts([das])).toEqual(["('das':*) | ('fr=das')"]);
    expect(toWordParts([the, das])).toEqual(["('das':*) | ('fr=das')"]);
    expect(toWordParts([the])).toEqual(["('the':*) | ('de=the')"]);
    expect(toWordParts([{ ...das, stems: {}, known: [] }])).toEqual(["'das':*"]);
  });
});

describe('atLeast', () => {
  it('atLeast lists every combination of that many terms', () => {
    expect(atLeast(2, ['a', 'b', 'c'])).toBe("('a' & 'b') | ('a' & 'c') | ('b' & 'c')");
    expect(atLeast(3, ['a', 'b', 'c'])).toBe("('a' & 'b' & 'c')");
    expect(atLeast(1, ['a', 'b'])).toBe("('a') | ('b')");
  });
});
