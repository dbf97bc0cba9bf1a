import type { game } from '@larksong/contracts';

import type { Board, Random } from './board.ts';

/**
 * Returns the cards as shown: of two letter cards whose name has a picture, a random one becomes the picture, so that
 * the letter is paired with its picture whatever type the pair was made with. All other cards are unchanged.
 */
export function showPictures(items: readonly game.DealtItem[], random: Random): game.DealtItem[] {
  const shown = new Set<game.DealtItem>();
  for (const pair of Map.groupBy(items, ({ name }) => name).values()) {
    const isOfLetters = pair.length === 2 && pair.every(({ type }) => type === 'letter');
    const card = pair[Math.floor(random() * pair.length)];
    if (isOfLetters && card?.hasPicture) shown.add(card);
  }
  return items.map((item) => (shown.has(item) ? { ...item, type: 'image' } : item));
}

/**
 * Returns whether a letter card also shows its word's picture, small: another word of its letter is on the board, and
 * two identical letter cards that do not match would confuse children.
 */
export function isLetterWithPicture({ cells }: Board, { type, letter, name }: game.DealtItem): boolean {
  return type === 'letter' && cells.some((other) => other?.letter === letter && other.name !== name);
}
