import { SPELLED_OUT } from '@larksong/contracts';

import { toPlainText } from '../library/plain-text.ts';

/** Letters that no decomposition turns into the one that readers see in them. */
const PLAIN: Record<string, string> = {
  ...SPELLED_OUT,
  ħ: 'h',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
const LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** The apostrophes that people type inside words, of which some count as letters. */
const APOSTROPHES = /['`´‘’‛′＇ʹʻʼʽˈ՚׳ꞌ]/g;
/** The stroke that only makes Arabic words longer. */
const TATWEEL = /\u0640/g;

/**
 * Returns the words of a text, without case, accents, compatibility forms and lengthened letters, with one space between
 * two of them. An apostrophe parts two words, whatever its form, so that "l'idiot" contains "idiot".
 */
export function foldWords(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replaceAll(APOSTROPHES, ' ')
    .replaceAll(TATWEEL, '')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(LETTERS, (letter) => PLAIN[letter] ?? letter);
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Returns the words of the site's list as it is stored: each once, in order, without those that have no letter. */
export function tidyWords(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const given of words) {
    const word = toPlainText(given).replaceAll('\uFFFD', ' ').replaceAll(/\s+/g, ' ').trim();
    const key = foldWords(word);
    if (key !== '' && !known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}

/** Returns whether a text contains one of the words, or of the phrases, as whole words. */
export function hasHeldWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  const inside = ` ${foldWords(text)} `;
  return words.some((word) => inside.includes(` ${foldWords(word)} `));
}
