import type { game } from '@larksong/contracts';

/** Letters from A to Z, for what is not there yet. */
const ALPHABET: readonly string[] = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** The cards of one name, which share its picture and its sound. */
export interface Name {
  name: string;
  /** At least one. */
  items: [game.AdminItem, ...game.AdminItem[]];
}

export const TYPE_LABELS: Record<game.ItemType, string> = { letter: 'Letter Card', image: 'Image Card' };

/** Puts cards of one name together, in the order in which their names come first. */
export function groupByName(items: readonly game.AdminItem[]): Name[] {
  const names = new Map<string, Name>();
  for (const item of items) {
    const found = names.get(item.name);
    if (found) found.items.push(item);
    else names.set(item.name, { name: item.name, items: [item] });
  }
  return [...names.values()];
}

/** A sound that is being prepared is nothing to be done. */
function isIncomplete({ items: [item] }: Name): boolean {
  return !item.hasPicture || (!item.hasSound && item.soundState !== 'preparing');
}

/** The name after `after` that has no picture or no sound; the first such one without `after`. */
export function findNextIncomplete(names: readonly Name[], after?: string): Name | undefined {
  const start = after === undefined ? 0 : names.findIndex(({ name }) => name === after) + 1;
  return names.slice(start).find(isIncomplete);
}

type Missing = Pick<game.AdminCategory, 'missingPictures' | 'missingSounds'>;

/** The next letter after `letter` of which something is missing, around to `letter` itself. */
export function findNextMissing(
  categories: readonly game.AdminCategory[],
  letter: string | null,
): game.AdminCategory | undefined {
  const at = categories.findIndex((category) => category.letter === letter) + 1;
  return [...categories.slice(at), ...categories.slice(0, at)].find((category) => countMissing(category) > 0);
}

export function countMissing({ missingPictures, missingSounds }: Missing): number {
  return missingPictures + missingSounds;
}

/** `2 pictures and 1 sound missing`; undefined where nothing is. */
export function describeMissing({ missingPictures, missingSounds }: Missing): string | undefined {
  const parts = [
    ...(missingPictures > 0 ? [count(missingPictures, 'picture')] : []),
    ...(missingSounds > 0 ? [count(missingSounds, 'sound')] : []),
  ];
  return parts.length > 0 ? `${parts.join(' and ')} missing` : undefined;
}

/** `1 item`, `2 items`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** What all letters have together. */
export function sumUp(categories: readonly game.AdminCategory[]): Missing & { nameCount: number } {
  const sum = (pick: (category: game.AdminCategory) => number) =>
    categories.reduce((total, category) => total + pick(category), 0);
  return {
    nameCount: sum(({ nameCount }) => nameCount),
    missingPictures: sum(({ missingPictures }) => missingPictures),
    missingSounds: sum(({ missingSounds }) => missingSounds),
  };
}

/** A place of the overview: a letter, with what is known of it if it is there. */
export interface Place {
  letter: string;
  category: game.AdminCategory | undefined;
}

/** A to Z, there or not, and then the other letters in the order of the server. */
export function toPlaces(categories: readonly game.AdminCategory[]): Place[] {
  const others = categories.filter(({ letter }) => !ALPHABET.includes(letter));
  return [
    ...ALPHABET.map((letter) => ({
      letter,
      category: categories.find((category) => category.letter === letter),
    })),
    ...others.map((category) => ({ letter: category.letter, category })),
  ];
}
