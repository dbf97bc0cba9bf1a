import type { game } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import {
  describeMissing,
  findNextIncomplete,
  findNextMissing,
  groupByName,
  sumUp,
  toPlaces,
} from './names.ts';

function category(letter: string, missing: [pictures: number, sounds: number] = [0, 0]): game.AdminCategory {
  const [missingPictures, missingSounds] = missing;
  const spoken = { soundSource: null, soundState: 'none', soundError: null } as const;
  const counts = { itemCount: 4, pairCount: 2, nameCount: 2, missingPictures, missingSounds };
  return { id: letter, letter, ...counts, ...spoken };
}

function item(name: string, changes: Partial<game.AdminItem> = {}): game.AdminItem {
  return {
    id: `${name}-${changes.type ?? 'letter'}`,
    type: 'letter',
    name,
    letter: 'A',
    categoryId: 'A',
    hasPicture: true,
    hasSound: true,
    pictureSource: 'upload',
    soundSource: 'upload',
    soundState: 'ready',
    soundError: null,
    ...changes,
  };
}

describe('names', () => {
  it('cards are grouped by name in the order of the server', () => {
    const names = groupByName([item('ant'), item('apple'), item('ant', { type: 'image' })]);
    expect(names.map(({ name, items }) => [name, items.length])).toEqual([
      ['ant', 2],
      ['apple', 1],
    ]);
  });

  it('findNextIncomplete goes from name to name without a picture or a sound', () => {
    const names = groupByName([
      item('ant'),
      item('apple', { hasPicture: false }),
      item('arm', { hasSound: false, soundState: 'preparing' }),
      item('axe', { hasSound: false, soundState: 'failed' }),
    ]);
    expect(findNextIncomplete(names)?.name).toBe('apple');
    expect(findNextIncomplete(names, 'apple')?.name).toBe('axe');
    expect(findNextIncomplete(names, 'axe')).toBeUndefined();
  });
});

describe('letters', () => {
  it('findNextMissing goes from letter to letter with missing media and wraps around to the first', () => {
    const categories = [category('A', [1, 0]), category('B'), category('C', [0, 2])];
    expect(findNextMissing(categories, null)?.letter).toBe('A');
    expect(findNextMissing(categories, 'A')?.letter).toBe('C');
    expect(findNextMissing(categories, 'C')?.letter).toBe('A');
    expect(findNextMissing([category('A', [1, 0])], 'A')?.letter).toBe('A');
    expect(findNextMissing([category('A')], 'A')).toBeUndefined();
  });

  it('missing media are described for one letter and for all', () => {
    const total = sumUp([category('A', [1, 0]), category('B', [1, 1])]);
    expect(total).toEqual({ nameCount: 4, missingPictures: 2, missingSounds: 1 });
    expect(describeMissing(total)).toBe('2 pictures and 1 sound missing');
    expect(describeMissing({ missingPictures: 0, missingSounds: 3 })).toBe('3 sounds missing');
    expect(describeMissing({ missingPictures: 0, missingSounds: 0 })).toBeUndefined();
  });

  it('letters are placed in alphabetical order, those of A to Z even if they are absent', () => {
    const places = toPlaces([category('B'), category('Ω'), category('Ä')]);
    expect(places).toHaveLength(28);
    expect(places.slice(0, 3).map(({ letter }) => letter)).toEqual(['A', 'Ä', 'B']);
    expect(places.map((place) => place.category?.letter).filter(Boolean)).toEqual(['Ä', 'B', 'Ω']);
    expect(places.at(-1)?.letter).toBe('Ω');
  });
});
