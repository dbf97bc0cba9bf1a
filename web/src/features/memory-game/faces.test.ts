import type { game } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { showPictures } from './faces.ts';
import { item } from './testing.ts';

const letters = (name: string, hasPicture: boolean): game.Item[] =>
  [1, 2].map(() => item(name, { type: 'letter', hasPicture }));
const typesOf = (items: readonly game.Item[]) => items.map(({ type }) => type);

describe('of two letter cards', () => {
  it('one shows the picture of their name, now this one and now that one', () => {
    const pair = letters('élan', true);
    expect(typesOf(showPictures(pair, () => 0))).toEqual(['image', 'letter']);
    expect(typesOf(showPictures(pair, () => 0.99))).toEqual(['letter', 'image']);
  });

  it('both stay letters without a picture', () => {
    expect(typesOf(showPictures(letters('élan', false), () => 0))).toEqual(['letter', 'letter']);
  });
});

it('changes nothing but types, and nothing of other pairs', () => {
  const [first, second] = letters('ant', true);
  const others = (['letter', 'image', 'image', 'image'] as const).map((type, index) =>
    item(index < 2 ? 'apple' : 'arm', { type, hasPicture: true }),
  );
  const dealt = [first!, ...others, second!];
  expect(showPictures(dealt, () => 0)).toEqual([{ ...first, type: 'image' }, ...others, second]);
});

it('makes no picture of a card that is alone, or of one of three', () => {
  const lone = [item('ant', { type: 'letter', hasPicture: true })];
  expect(showPictures(lone, () => 0)).toEqual(lone);
  const three = [...letters('bee', true), item('bee', { type: 'letter', hasPicture: true })];
  expect(typesOf(showPictures(three, () => 0))).toEqual(['letter', 'letter', 'letter']);
});
