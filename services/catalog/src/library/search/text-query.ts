import { LANGUAGES, type Language } from '@larksong/contracts';

import { isCorrectable, toLanguageTerm, toStemTerm } from './words.ts';

/** A word of a search. */
export interface SoughtWord {
  word: string;
  /** Its English stem; null for a stop word such as `the`. */
  stem: string | null;
  /** Its stems in the other languages of documents; missing for a stop word of that language. */
  stems: Partial<Record<Language, string[]>>;
  /** Those of the stems that are known words, or English stems of some. Of words that are not kept, none is. */
  known: string[];
}

// The functions below return the text form of a tsquery. Every term is quoted, so that no character has a meaning.

/** Returns a query for documents with exactly this term. */
export function exactly(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/**
 * Returns a query for documents that match every part; null for no parts, since a tsquery without terms matches nothing.
 */
export function allOf(parts: string[]): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' & ');
}

/** Returns a query for documents that match at least one of the parts. */
export function anyOf(parts: string[]): string {
  return parts.map((part) => `(${part})`).join(' | ');
}

/**
 * Returns one part for each word: the word itself or its stem in any language. The last word also matches as a prefix,
 * since it may be incomplete. Words without an English stem count only if there are no others.
 */
export function toWordParts(words: SoughtWord[]): string[] {
  const counted = countedWords(words);
  return counted.map((sought) => {
    const { word, stem } = sought;
    const isLast = word === words.at(-1)?.word;
    const itself = exactly(word) + (isLast ? ':*' : '');
    const inEnglish = stem === null || stem === word ? [] : [exactly(stem)];
    const parts = [itself, ...inEnglish, ...inLanguages(sought), ...whereStopWord(sought, counted)];
    return parts.length === 1 ? itself : anyOf(parts);
  });
}

/** Returns the words that a document must have: all but English stop words, if there are others. */
export function countedWords(words: SoughtWord[]): SoughtWord[] {
  const telling = words.filter(({ stem }) => stem !== null);
  return telling.length > 0 ? telling : words;
}

/**
 * Returns query parts for the stems of a word in all languages but English. A document has a stem as `de=haus` unless it
 * has it as a word anyway. Most stems are no word of any document; asking for them as such would double the cost of a
 * search, since every hit is looked up among all videos in the language.
 */
export function inLanguages({ word, stem, stems, known }: SoughtWord): string[] {
  const isWord = (one: string) =>
    one !== word && one !== stem && (known.includes(one) || !isCorrectable(one));
  return LANGUAGES.flatMap((language) =>
    (stems[language] ?? []).flatMap((one) => {
      const asWord = `${exactly(one)} & ${exactly(toLanguageTerm(language))}`;
      return [exactly(toStemTerm(language, one)), ...(isWord(one) ? [asWord] : [])];
    }),
  );
}

/**
 * Returns query parts for the documents that need not have a word: those in a language that has it as a stop word, but
 * some other of the words not.
 */
export function whereStopWord({ stems }: SoughtWord, counted: SoughtWord[]): string[] {
  return LANGUAGES.filter(
    (language) => !stems[language] && counted.some((other) => other.stems[language]),
  ).map((language) => exactly(toLanguageTerm(language)));
}

/** Returns a query for documents with at least `count` of the terms. */
export function atLeast(count: number, terms: string[]): string {
  return anyOf(combinations(terms, count).map((some) => some.map(exactly).join(' & ')));
}

function combinations(terms: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return terms.flatMap((term, index) =>
    combinations(terms.slice(index + 1), count - 1).map((rest) => [term, ...rest]),
  );
}
