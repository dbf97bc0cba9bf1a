import { game } from '@larksong/contracts';

import type { FurtherPack } from './packs.ts';

/** The colours of card backs and of letters, by position. */
const HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'] as const;
export type Hue = (typeof HUES)[number];

/** Returns the hue for an index; the hues repeat. */
export function hueOf(index: number): Hue {
  return HUES[index % HUES.length] ?? 'lake';
}

/** Returns a letter in upper and lower case, if both exist: `Aa`. */
export function bothCases(letter: string): string {
  return bothCasesIn(undefined, letter);
}

/** Returns a letter of a pack in upper and lower case: the Turkish I is `Iı`. */
export function bothCasesIn(pack: FurtherPack, letter: string): string {
  const small = letter.toLocaleLowerCase(pack ?? game.OWN_PACK);
  return small === letter ? letter : letter + small;
}

/** Returns the query of a link to the game with these letters of a pack; the commas stay readable. */
export function toLettersQuery(letters: readonly string[], pack?: FurtherPack): string {
  const query = `?letters=${letters.map(encodeURIComponent).join(',')}`;
  return pack === undefined ? query : `${query}&pack=${pack}`;
}

/**
 * Returns the letter of such a link without characters that chat programs leave after it: spaces, full stops, brackets.
 */
export function trimLetter(text: string): string {
  const letter = text.replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
  return letter.replace(/[\p{P}\s\p{Cf}]+$/u, '') || letter; // a card may have a mark as its letter
}
