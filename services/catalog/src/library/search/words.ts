import type { catalog } from '@larksong/contracts';

const MAX_WORD_LENGTH = 60;
/** Letters without a Unicode decomposition, as people spell them on other keyboards. */
const SPELLED_OUT: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/**
 * Returns the words of a text in order, each once: lower case, without accents (`Éléphant` and `elephant` are one word)
 * and without apostrophes. Anything but letters and digits separates words.
 */
export function toWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => SPELLED_OUT[letter] ?? letter)
    .replace(/(?<=\p{L})['’ʼ](?=\p{L})/gu, '');
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return [...new Set(words.map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join('')))];
}

/** Returns a tag as one term of a document; the equals sign distinguishes it from every word. */
export function toTagTerm(tag: catalog.Tag): string {
  return `${tag.tagType}=${tag.tagValue}`;
}

/** Returns a letter of a video as one term of a document, as the trigger of migration 0016 writes it. */
export function toLetterTerm(letter: string): string {
  return `letter=${letter}`;
}

/**
 * Returns whether a word may be suggested for a misspelt one. Short words and numbers are similar to too many others.
 */
export function isCorrectable(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word);
}
