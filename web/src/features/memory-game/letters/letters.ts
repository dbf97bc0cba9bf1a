import { game } from '@larksong/contracts';

import { formatList } from '../../../lib/format.ts';
import { text } from '../../../lib/texts.ts';
import { trimLetter } from '../../../parts/game-cards/letter-card.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';

/**
 * Parses the letters of a link such as `?letters=a,M,S`: each once, in the upper case of the pack and composed (NFC), as
 * the server stores them.
 */
export function parseLetters(text: string | null, pack?: FurtherPack): string[] {
  const letters = (text ?? '').split(',').map(trimLetter);
  return [...new Set(letters.filter((letter) => letter !== '').map((letter) => toUpperCase(letter, pack)))];
}

/**
 * Returns the letters for the start of a visit: those of the link, even if no cards exist for them, since the person
 * who opened it should see that; otherwise the letters last chosen on this device that have a pair, since a child
 * cannot read an alert; otherwise the first two letters with a pair, since a letter alone shows two equal letter cards;
 * otherwise the first letter.
 */
export function chooseLetters(
  categories: readonly game.Category[],
  candidates: { link: readonly string[]; last: readonly string[] },
): string[] {
  const linked = keepKnown(categories, candidates.link);
  if (linked.length > 0) return linked;
  const paired = categories.filter(({ pairCount }) => pairCount > 0);
  const last = keepKnown(paired, candidates.last);
  if (last.length > 0) return last;
  return (paired.length > 0 ? paired.slice(0, 2) : categories.slice(0, 1)).map(({ letter }) => letter);
}

/** Returns the letters that exist, in alphabetical order. */
export function keepKnown(categories: readonly game.Category[], letters: readonly string[]): string[] {
  return categories
    .map(({ letter }) => letter)
    .filter((letter) => letters.some((other) => other === letter || other === toUpperCase(letter)));
}

/** Returns the capital of a letter in composed form: an accented letter may be one character, or two. */
function toUpperCase(letter: string, pack?: FurtherPack): string {
  return letter.toLocaleUpperCase(pack ?? game.OWN_PACK).normalize('NFC');
}

/** Returns the part of the title after the name of the game. */
export function describeLetters(letters: readonly string[]): string {
  const [letter, ...more] = letters;
  return letter !== undefined && more.length === 0
    ? text('game.letter', { letter })
    : text('game.letters', { count: letters.length });
}

/** The most letters that the title of a tab names. */
const MAX_NAMED = 4;

/** Returns the title of the tab: it names a few letters, so that tabs and bookmarks can be told apart. */
export function toTabTitle(letters: readonly string[]): string {
  if (letters.length === 0) return text('game.tab');
  const isFew = letters.length > 1 && letters.length <= MAX_NAMED;
  return text('game.tab-of', { letters: isFew ? formatList(letters) : describeLetters(letters) });
}
