import { expect, test } from 'vitest';

import { chooseLooks, type AnimalOnGround } from './looks.ts';

const distinct = (looks: AnimalOnGround[]) =>
  new Set(looks.map((look) => `${look.animal} ${look.ground}`)).size;

test('the nests of a class look different while 72 looks last, and then as seldom alike as possible', () => {
  const looks = chooseLooks([], 120);
  expect(distinct(looks.slice(0, 72))).toBe(72);
  expect(distinct(looks.slice(72))).toBe(48);
});

test('the first twelve nests have different animals, and neighbours different grounds', () => {
  const looks = chooseLooks([], 12);
  expect(new Set(looks.map(({ animal }) => animal)).size).toBe(12);
  expect(looks.filter(({ ground }, index) => ground === looks[index + 1]?.ground)).toEqual([]);
});

test('looks of a class that has nests are those that no nest has', () => {
  const taken = chooseLooks([], 40);
  expect(distinct([...taken, ...chooseLooks([...taken].toReversed(), 32)])).toBe(72);
});
