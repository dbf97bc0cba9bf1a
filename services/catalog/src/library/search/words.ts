import type { catalog } from '@larksong/contracts';

const MAX_WORD_LENGTH = 60;
/** Letters that Unicode does not take apart, as people without them on the keyboard write them. */
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
 * The words of a text, each once, in order: lower case, without accents (`Éléphant` and `elephant` are one word) and
 * with apostrophes closed up. Whatever is neither letter nor digit parts words.
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

/** A tag as one term of a document; the sign in it keeps it apart from every word. */
export function toTagTerm(tag: catalog.Tag): string {
  return `${tag.tagType}=${tag.tagValue}`;
}

/** Whether a word is worth suggesting for a misspelt one: short words and numbers are near to too many others. */
export function isCorrectable(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word);
}
