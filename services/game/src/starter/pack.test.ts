import { join } from 'node:path';

import { game } from '@larksong/contracts';
import { expect, it } from 'vitest';

import { findFirstLetter } from '../content/letter.ts';
import { toName } from '../content/name.ts';
import { readPack } from './pack.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'starter-pack');

it.each([
  ['de', 82, 'ÄCÖÜXY'],
  ['es', 68, 'DÑQWX'],
] as const)(
  'the starter pack in %s has words that begin with their letters, in order, for all but a few letters',
  async (language, wordCount, missing) => {
    const { letters } = await readPack(FOLDER, language);
    const own = letters.map(({ letter }) => letter);
    expect(own).toEqual(own.toSorted((a, b) => game.compareLetters(a, b, language)));
    expect(game.ALPHABETS[language].filter((letter) => !own.includes(letter)).join('')).toBe(missing);
    for (const { letter, items } of letters)
      for (const { name, sound } of items) {
        expect(findFirstLetter(name, language), name).toBe(letter);
        expect(toName(name)).toEqual({ name });
        expect(sound).toBeUndefined();
      }
    const names = letters.flatMap(({ items }) => items.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(wordCount);
  },
);
