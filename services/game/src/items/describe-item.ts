import type { game } from '@larksong/contracts';

import type { LetterItem } from '../content/item-store.ts';
import { compareNames, compareTexts } from '../content/name.ts';
import type { Db } from '../db/tables.ts';
import { describeMedia, type MediaOf } from '../files/describe-media.ts';
import type { GameFolders } from '../files/letter-names.ts';

/** Returns an item as superadmins see it. */
export async function describeItem(
  deps: { db: Db } & GameFolders,
  item: LetterItem,
): Promise<game.AdminItem> {
  return toAdminItem(item, await describeMedia(deps, [{ id: item.categoryId, letter: item.letter }]));
}

/** Maps an item to its form for superadmins. */
export function toAdminItem(item: LetterItem, mediaOf: MediaOf): game.AdminItem {
  const media = mediaOf(item.categoryId, item.name);
  return {
    ...item,
    ...media,
    hasPicture: media.pictureSource !== null,
    hasSound: media.soundSource !== null,
  };
}

/** Compares items by name, then letter cards before image cards, then by age. */
export function compareItems(a: LetterItem, b: LetterItem): number {
  const byName = compareNames(a.name, b.name);
  const byType = Number(a.type === 'image') - Number(b.type === 'image');
  return byName || byType || compareTexts(a.id, b.id);
}
