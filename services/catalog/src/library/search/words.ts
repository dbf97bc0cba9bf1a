import { spellOut, type catalog, type Language } from '@larksong/contracts';

const MAX_WORD_LENGTH = 60;

/**
 * Returns the words of a text in order, each once: lower case, without accents (`Éléphant` and `elephant` are one word)
 * and without apostrophes. Anything but letters and digits separates words.
 */
export function toWords(text: string): string[] {
  const folded = spellOut(text.normalize('NFKD'))
    .replace(/[\u0300-\u036f]/g, '')
    .replace(APOSTROPHE, '');
  return splitWords(folded);
}

const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const WITH_APOSTROPHES = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|(?<=\p{L})['’ʼ](?=\p{L}))*/gu;

function splitWords(text: string): string[] {
  return [...new Set((text.match(WORD) ?? []).map(cut))];
}

function cut(word: string): string {
  return Array.from(word).slice(0, MAX_WORD_LENGTH).join('');
}

/** The parts of a word with an apostrophe that its dictionary must not see: French articles, and endings of Turkish names. */
const ELIDED: Partial<Record<Language, RegExp>> = {
  fr: /^(?:[cdjlmnst]|(?:jus|lors|puis)?qu)['’ʼ]/u,
  tr: /(?<=\p{L})['’ʼ].*$/u,
};

/**
 * Returns the words of a text as the dictionary of a language reads them: with accents, and in the lower case of the
 * language (`I` becomes `ı` in Turkish). Each is given with the words that `toWords` makes of it.
 */
export function toSpellings(text: string, language: Language): { words: string[]; spelling: string }[] {
  return (text.normalize('NFKC').match(WITH_APOSTROPHES) ?? []).map((written) => {
    const lower = written.toLocaleLowerCase(language).replace(ELIDED[language] ?? APOSTROPHE, '');
    return { words: toWords(written), spelling: cut(lower.replace(APOSTROPHE, '')) };
  });
}

/** Returns a tag as one term of a document; the equals sign distinguishes it from every word. */
export function toTagTerm(tag: catalog.Tag): string {
  return `${tag.tagType}=${tag.tagValue}`;
}

/** Returns the language of a video as one term of its document, as the trigger of migration 0029 reads it. */
export function toLanguageTerm(language: Language): string {
  return `language=${language}`;
}

/** Returns a stem of a language as one term of a document. */
export function toStemTerm(language: Language, stem: string): string {
  return `${language}=${stem}`;
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
