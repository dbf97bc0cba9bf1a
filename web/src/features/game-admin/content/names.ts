import { game } from '@larksong/contracts';

import { text } from '../../../lib/texts.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';

/** The cards of one name, which share its picture and its sound. */
export interface Name {
  name: string;
  /** At least one. */
  items: [game.AdminItem, ...game.AdminItem[]];
}

/** Groups cards by name, in the order in which the names first occur. */
export function groupByName(items: readonly game.AdminItem[]): Name[] {
  const names = new Map<string, Name>();
  for (const item of items) {
    const found = names.get(item.name);
    if (found) found.items.push(item);
    else names.set(item.name, { name: item.name, items: [item] });
  }
  return [...names.values()];
}

/** A sound that is being prepared counts as present. */
function isIncomplete({ items: [item] }: Name): boolean {
  return !item.hasPicture || (!item.hasSound && item.soundState !== 'preparing');
}

/** Returns the first incomplete name after `after`, or the first one of all without `after`. */
export function findNextIncomplete(names: readonly Name[], after?: string): Name | undefined {
  const start = after === undefined ? 0 : names.findIndex(({ name }) => name === after) + 1;
  return names.slice(start).find(isIncomplete);
}

type Missing = Pick<game.AdminCategory, 'missingPictures' | 'missingSounds'>;

/** Returns the next incomplete letter after `letter`, wrapping around to `letter` itself. */
export function findNextMissing(
  categories: readonly game.AdminCategory[],
  letter: string | null,
): game.AdminCategory | undefined {
  const at = categories.findIndex((category) => category.letter === letter) + 1;
  return [...categories.slice(at), ...categories.slice(0, at)].find((category) => countMissing(category) > 0);
}

/** Returns the number of missing pictures and sounds. */
export function countMissing({ missingPictures, missingSounds }: Missing): number {
  return missingPictures + missingSounds;
}

/** Returns a summary such as `2 pictures and 1 sound missing`; undefined if nothing is missing. */
export function describeMissing({ missingPictures, missingSounds }: Missing): string | undefined {
  if (missingPictures === 0 && missingSounds === 0) return undefined;
  if (missingSounds === 0) return text('game-admin.missing-pictures', { count: missingPictures });
  if (missingPictures === 0) return text('game-admin.missing-sounds', { count: missingSounds });
  return text('game-admin.missing', { pictures: missingPictures, sounds: missingSounds });
}

/** Returns the totals of all letters. */
export function sumUp(categories: readonly game.AdminCategory[]): Missing & { nameCount: number } {
  const sum = (pick: (category: game.AdminCategory) => number) =>
    categories.reduce((total, category) => total + pick(category), 0);
  return {
    nameCount: sum(({ nameCount }) => nameCount),
    missingPictures: sum(({ missingPictures }) => missingPictures),
    missingSounds: sum(({ missingSounds }) => missingSounds),
  };
}

/** A cell of the overview: a letter, with its category if it exists. */
export interface Place {
  letter: string;
  category: game.AdminCategory | undefined;
}

/**
 * Returns the alphabet of a pack, A to Z by default, present or not, and the other letters, in the order of the list of
 * letters: Ä comes after A.
 */
export function toPlaces(categories: readonly game.AdminCategory[], pack?: FurtherPack): Place[] {
  const language = pack ?? game.OWN_PACK;
  const byLetter = new Map(categories.map((category) => [category.letter, category]));
  return [...new Set([...game.ALPHABETS[language], ...byLetter.keys()])]
    .sort((a, b) => game.compareLetters(a, b, language))
    .map((letter) => ({ letter, category: byLetter.get(letter) }));
}
