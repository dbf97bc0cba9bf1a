import { game, type Language } from '@larksong/contracts';

import type { NameCount } from '../content/item-store.ts';
import { LETTER_ITSELF } from '../content/media-store.ts';
import { compareNamesIn } from '../content/name.ts';
import { toMark } from '../content/pack.ts';
import type { MediaOf } from '../files/describe-media.ts';

interface Letter {
  id: string;
  letter: string;
  language: Language;
}

/** Maps a letter to its public form. Two cards with the same name are a pair; more cards make no second pair. */
export function toCategory({ id, letter, language }: Letter, names: readonly NameCount[]): game.Category {
  const own = names.filter(({ categoryId }) => categoryId === id);
  return {
    id,
    letter,
    itemCount: own.reduce((sum, { count }) => sum + count, 0),
    pairCount: own.filter(({ count }) => count > 1).length,
    ...toMark(language),
  };
}

/** Maps a letter to its form for superadmins. */
export function toAdminCategory(
  category: Letter,
  names: readonly NameCount[],
  mediaOf: MediaOf,
): game.AdminCategory {
  const own = names.filter(({ categoryId }) => categoryId === category.id);
  const media = own.map(({ name }) => mediaOf(category.id, name));
  const { soundSource, soundState, soundError, soundReason } = mediaOf(category.id, LETTER_ITSELF);
  return {
    ...toCategory(category, own),
    nameCount: own.length,
    missingPictures: media.filter(({ pictureSource }) => pictureSource === null).length,
    missingSounds: media.filter((one) => one.soundSource === null).length,
    ...{ soundSource, soundState, soundError, soundReason },
  };
}

/** Maps a letter of a pack to its words. */
export function toLetterWords(
  { id, letter, language }: Letter,
  names: readonly NameCount[],
  mediaOf: MediaOf,
): game.LetterWords {
  const own = names.filter(({ categoryId }) => categoryId === id).map(({ name }) => name);
  return {
    letter,
    words: own
      .toSorted(compareNamesIn(language))
      .map((name) => ({ name, hasPicture: mediaOf(id, name).pictureSource !== null })),
  };
}

/** Returns letters in the order of a language. */
export function inOrder<Value extends { letter: string }>(
  categories: readonly Value[],
  language: Language,
): Value[] {
  return categories.toSorted((a, b) => game.compareLetters(a.letter, b.letter, language));
}
