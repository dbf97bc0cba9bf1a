import { game, type Language } from '@larksong/contracts';

import { findFirstLetter } from '../content/letter.ts';

export interface Dealable {
  letter: string;
  name: string;
  type: game.ItemType;
}

interface Pair<Item> {
  letter: string;
  name: string;
  /** The first letter of its name, if that is not its own letter (fox under X). */
  oddLetter: string | undefined;
  cards: [Item, Item];
}

/** Returns a number from 0 up to but not including 1. */
export type Random = () => number;

/** Number of draws tried for a full board if words and letters conflict. */
const TRIES = 20;

/**
 * Deals whole pairs at random and in random order, at most `limit` cards, spread evenly over the letters. No board has
 * the same name twice, or a letter together with a word of another letter that begins with it (no F with fox from X),
 * since a child would take that for a mistake. The first letter of a word is that of its language.
 */
export function dealItems<Item extends Dealable>(
  items: readonly Item[],
  { limit, random, language }: { limit: number; random: Random; language?: Language },
): Item[] {
  const wanted = Math.floor(limit / 2);
  const pairs = toPairs(items, { random, language });
  let best: Pair<Item>[] = [];
  for (let tries = 0; tries < TRIES && best.length < wanted; tries += 1) {
    const drawn = draw(pairs, wanted, random);
    if (drawn.length > best.length) best = drawn;
  }
  const plain = draw(
    pairs.filter(({ oddLetter }) => oddLetter === undefined),
    wanted,
    random,
  );
  const chosen = plain.length > best.length ? plain : best;
  return game.shuffle(
    chosen.flatMap(({ cards }) => cards),
    random,
  );
}

/**
 * Returns one pair for each name with at least two items; if there are more, a letter card and an image card if it has
 * both.
 */
function toPairs<Item extends Dealable>(
  items: readonly Item[],
  { random, language }: { random: Random; language: Language | undefined },
): Pair<Item>[] {
  const byName = Map.groupBy(items, ({ letter, name }) => JSON.stringify([letter, name]));
  return [...byName.values()].flatMap((same) => {
    const [first, ...others] = game.shuffle(same, random);
    const second = others.find(({ type }) => type !== first?.type) ?? others[0];
    if (!first || !second) return [];
    const { letter, name } = first;
    const firstLetter = findFirstLetter(name, language);
    return [
      { letter, name, oddLetter: firstLetter === letter ? undefined : firstLetter, cards: [first, second] },
    ];
  });
}

/** Draws from the letters in turn, in random order, until there are enough pairs or none fits. */
function draw<Item>(pairs: readonly Pair<Item>[], wanted: number, random: Random): Pair<Item>[] {
  const stacks = game.shuffle(
    [...Map.groupBy(game.shuffle(pairs, random), ({ letter }) => letter).values()],
    random,
  );
  const chosen: Pair<Item>[] = [];
  let hasChosen = true;
  while (hasChosen && chosen.length < wanted) {
    hasChosen = false;
    for (const stack of stacks) {
      if (chosen.length === wanted) break;
      // A pair that does not fit now never will: the board only grows.
      let next = stack.pop();
      while (next && !fits(next, chosen)) next = stack.pop();
      if (!next) continue;
      chosen.push(next);
      hasChosen = true;
    }
  }
  return chosen;
}

function fits<Item>(pair: Pair<Item>, chosen: readonly Pair<Item>[]): boolean {
  return chosen.every(
    (other) => other.name !== pair.name && other.letter !== pair.oddLetter && other.oddLetter !== pair.letter,
  );
}
