import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { item, pair } from '../testing.ts';
import { addWonLetters, isWon, parseWonLetters, toWords } from './won-letters.ts';

const heard = (name: string) => pair(name).map((card) => ({ ...card, hasSound: true }));

it('a board that was won adds its letters with the words that can be heard, each once', () => {
  const first = addWonLetters({}, [...heard('apple'), null, ...pair('bee')]);
  expect(first).toEqual({ A: ['apple'], B: [] });
  expect(addWonLetters(first, [...heard('ant'), ...heard('apple'), ...heard('bee')])).toEqual({
    A: ['apple', 'ant'],
    B: ['bee'],
  });
});

it('a board whose words are all known changes nothing', () => {
  const won = addWonLetters({}, [...heard('apple'), ...pair('bee')]);
  expect(addWonLetters(won, [...heard('apple'), ...pair('bee')])).toBe(won);
});

it('the latest 24 words of a letter are kept', () => {
  const words = Array.from({ length: 30 }, (_, index) => `a word ${index}`);
  const won = words.reduce((before, name) => addWonLetters(before, heard(name)), {});
  expect(toWords(won, 'A')).toEqual(words.slice(-24));
});

it('a letter that was not won has no words, whatever its name', () => {
  for (const letter of ['B', 'constructor', '__proto__'])
    expect([isWon({}, letter), toWords({}, letter)]).toEqual([false, []]);
  const odd = addWonLetters({}, [item('x', { letter: '__proto__', hasSound: true })]);
  expect(toWords(odd, '__proto__')).toEqual(['x']);
});

it('whatever was stored, the parsed letters have lists of words', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const words of Object.values(parseWonLetters(value)))
        expect(words.every((word) => typeof word === 'string')).toBe(true);
    }),
  );
  expect(parseWonLetters({ A: ['apple', 3], B: 'bee', C: [] })).toEqual({ A: ['apple'], C: [] });
});
