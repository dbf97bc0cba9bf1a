import type { game, Language } from '@larksong/contracts';

import type { LetterItem } from '../content/item-store.ts';
import { compareNamesIn, compareTexts } from '../content/name.ts';
import { toMark } from '../content/pack.ts';
import { describeMedia, type MediaOf } from '../files/describe-media.ts';
import type { PackPlace } from '../files/pack-place.ts';

/** Returns an item as superadmins see it. */
export async function describeItem(at: PackPlace, item: LetterItem): Promise<game.AdminItem> {
  const mediaOf = await describeMedia(at, [{ id: item.categoryId, letter: item.letter }]);
  return toAdminItem(item, { mediaOf, pack: at.pack });
}

/** Maps an item to its form for superadmins. */
export function toAdminItem(
  item: LetterItem,
  { mediaOf, pack }: { mediaOf: MediaOf; pack: Language },
): game.AdminItem {
  const media = mediaOf(item.categoryId, item.name);
  return {
    ...item,
    ...media,
    ...toMark(pack),
    hasPicture: media.pictureSource !== null,
    hasSound: media.soundSource !== null,
  };
}

/** Returns how to compare items: by name in a language, then letter cards before image cards, then by age. */
export function compareItemsIn(language: Language): (a: LetterItem, b: LetterItem) => number {
  const compareNames = compareNamesIn(language);
  return (a, b) => {
    const byType = Number(a.type === 'image') - Number(b.type === 'image');
    return compareNames(a.name, b.name) || byType || compareTexts(a.id, b.id);
  };
}
