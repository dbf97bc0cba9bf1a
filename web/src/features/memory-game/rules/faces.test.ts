import type { game } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { isLetterWithPicture, showPictures } from './faces.ts';
import { item, pair } from '../testing.ts';

const letters = (name: string, hasPicture: boolean): game.DealtItem[] =>
  [1, 2].map(() => item(name, { type: 'letter', hasPicture }));
const typesOf = (items: readonly game.DealtItem[]) => items.map(({ type }) => type);

describe('two letter cards', () => {
  it('one of two letter cards with a picture shows it, chosen at random', () => {
    const pair = letters('élan', true);
    expect(typesOf(showPictures(pair, () => 0))).toEqual(['image', 'letter']);
    expect(typesOf(showPictures(pair, () => 0.99))).toEqual(['letter', 'image']);
  });

  it('two letter cards without a picture both stay letters', () => {
    expect(typesOf(showPictures(letters('élan', false), () => 0))).toEqual(['letter', 'letter']);
  });
});

it('showPictures changes only types, and leaves other pairs as they are', () => {
  const [first, second] = letters('ant', true);
  const others = (['letter', 'image', 'image', 'image'] as const).map((type, index) =>
    item(index < 2 ? 'apple' : 'arm', { type, hasPicture: true }),
  );
  const dealt = [first!, ...others, second!];
  expect(showPictures(dealt, () => 0)).toEqual([{ ...first, type: 'image' }, ...others, second]);
});

it('showPictures leaves a single card and three of a name as they are', () => {
  const lone = [item('ant', { type: 'letter', hasPicture: true })];
  expect(showPictures(lone, () => 0)).toEqual(lone);
  const three = [...letters('bee', true), item('bee', { type: 'letter', hasPicture: true })];
  expect(typesOf(showPictures(three, () => 0))).toEqual(['letter', 'letter', 'letter']);
});

it('a letter card shows its picture only if the board has other words of its letter', () => {
  const board = (...cells: (game.DealtItem | null)[]) => ({ columns: 2, rows: 2, cells });
  const [[letter, image], ant, bee] = [pair('apple'), pair('ant'), pair('bee')];
  expect(isLetterWithPicture(board(letter!, image!, null, ...ant), letter!)).toBe(true);
  expect(isLetterWithPicture(board(letter!, image!, null, ...bee), letter!)).toBe(false);
  expect(isLetterWithPicture(board(letter!, image!, ...ant), image!)).toBe(false);
});
