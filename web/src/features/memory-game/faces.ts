import type { game } from '@larksong/contracts';

import type { Random } from './board.ts';

/**
 * Cards as they are shown: of two letter cards whose name has a picture one, at random, becomes the picture, so that
 * the letter meets it whatever type the pair was made with. All other cards stay as they are.
 */
export function showPictures(items: readonly game.Item[], random: Random): game.Item[] {
  const shown = new Set<game.Item>();
  for (const pair of Map.groupBy(items, ({ name }) => name).values()) {
    const isOfLetters = pair.length === 2 && pair.every(({ type }) => type === 'letter');
    const card = pair[Math.floor(random() * pair.length)];
    if (isOfLetters && card?.hasPicture) shown.add(card);
  }
  return items.map((item) => (shown.has(item) ? { ...item, type: 'image' } : item));
}
