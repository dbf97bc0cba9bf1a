import { randomInt } from 'node:crypto';

import type { game } from '@larksong/contracts';
import { createRandom } from '@larksong/service-kit/testing/random';
import { describe, expect, test } from 'vitest';

import { findFirstLetter } from '../content/letter.ts';
import { dealItems, type Dealable } from './deal.ts';

interface Card extends Dealable {
  id: string;
}

let lastId = 0;
function cards(letter: string, name: string, types: game.ItemType[] = ['letter', 'image']): Card[] {
  return types.map((type) => ({ id: `${(lastId += 1)}`, letter, name, type }));
}

const pack = [
  ...['apple', 'ant', 'arm'].flatMap((name) => cards('A', name)),
  ...['ball', 'bee', 'box'].flatMap((name) => cards('B', name)),
  ...['cat', 'cow'].flatMap((name) => cards('C', name)),
];

const namesOf = (board: Card[]) => [...new Set(board.map(({ name }) => name))];

describe('a board', () => {
  test('a board has whole pairs, stays within the limit and never has a letter together with a word of another letter that begins with it', () => {
    const seed = randomInt(2 ** 31);
    const random = createRandom(seed).next;
    const pick = (count: number) => Math.floor(random() * count);
    const words = ['apple', 'ant', 'fox', 'fish', 'box', 'bee', 'xylophone', 'élan', '🐟'];
    for (let round = 0; round < 3000; round += 1) {
      const items = Array.from({ length: pick(12) }, () =>
        cards(
          ['A', 'B', 'F', 'X', 'É'][pick(5)] ?? 'A',
          words[pick(words.length)] ?? 'apple',
          (['letter', 'image', 'image'] as const).slice(0, 1 + pick(3)),
        ),
      ).flat();
      const limit = 2 + pick(16);
      const board = dealItems(items, { limit, random });
      expect(findFault(items, board, limit), `seed ${seed}, round ${round}`).toBeUndefined();
    }
  });

  function findFault(items: Card[], board: Card[], limit: number): string | undefined {
    if (board.length > limit) return 'too many cards';
    if (new Set(board).size !== board.length || board.some((card) => !items.includes(card)))
      return 'a duplicate or an unknown card';
    for (const [name, same] of Map.groupBy(board, (card) => card.name)) {
      const [first, second] = same;
      if (same.length !== 2 || first?.letter !== second?.letter) return `${name} is no pair`;
      const others = items.filter((item) => item.name === name && item.letter === first?.letter);
      const hasBothTypes = new Set(others.map(({ type }) => type)).size === 2;
      if (hasBothTypes && first?.type === second?.type) return `${name} shows one type only`;
      const odd = findFirstLetter(name);
      if (odd !== first?.letter && board.some(({ letter }) => letter === odd))
        return `${odd} together with ${name}`;
    }
    const ordinary = Map.groupBy(
      items.filter(({ letter, name }) => findFirstLetter(name) === letter),
      ({ name }) => name,
    );
    const possible = [...ordinary.values()].filter((same) => same.length > 1).length;
    return board.length / 2 < Math.min(possible, Math.floor(limit / 2))
      ? 'fewer pairs than there are'
      : undefined;
  }

  test('a board is spread evenly over the letters', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const board = dealItems(pack, { limit: 8, random: createRandom(seed).next });
      const counts = [...Map.groupBy(board, ({ letter }) => letter).values()].map((same) => same.length);
      expect(counts.toSorted((a, b) => a - b)).toEqual([2, 2, 4]);
    }
  });

  test('a board is full if conflicting words and letters allow a full one', () => {
    const items = [cards('X', 'fox'), cards('F', 'fish'), cards('F', 'frog'), cards('F', 'fan')].flat();
    for (let seed = 0; seed < 200; seed += 1) {
      const board = dealItems(items, { limit: 6, random: createRandom(seed).next });
      expect(namesOf(board).toSorted()).toEqual(['fan', 'fish', 'frog']);
    }
  });

  test('a board differs each time in content and order, and every pair is dealt at some point', () => {
    const random = createRandom(7).next;
    const boards = Array.from({ length: 400 }, () => dealItems(pack, { limit: 4, random }));
    expect(new Set(boards.flatMap(namesOf)).size).toBe(8);
    const orders = new Set(boards.map((board) => board.map(({ name, type }) => `${name} ${type}`).join()));
    expect(orders.size).toBeGreaterThan(200);
    const neighbours = boards.filter(([first, second]) => first?.name === second?.name).length;
    expect(neighbours / boards.length).toBeGreaterThan(0.2);
    expect(neighbours / boards.length).toBeLessThan(0.47);
  });

  test('a board is empty if there is no complete pair', () => {
    expect(dealItems(cards('A', 'apple', ['letter']), { limit: 4, random: createRandom(1).next })).toEqual(
      [],
    );
    expect(dealItems([], { limit: 4, random: createRandom(1).next })).toEqual([]);
  });

  test('a board rounds an odd limit down', () => {
    expect(dealItems(pack, { limit: 5, random: createRandom(1).next })).toHaveLength(4);
  });
});
