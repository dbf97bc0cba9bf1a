/** A word of a search. */
export interface SoughtWord {
  word: string;
  /** Its English stem; null for a stop word such as `the`. */
  stem: string | null;
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
 * Returns one part for each word: the word itself or its stem. The last word also matches as a prefix, since it may be
 * incomplete. Words without a stem count only if there are no others.
 */
export function toWordParts(words: SoughtWord[]): string[] {
  const telling = words.filter(({ stem }) => stem !== null);
  return (telling.length > 0 ? telling : words).map(({ word, stem }) => {
    const isLast = word === words.at(-1)?.word;
    const itself = exactly(word) + (isLast ? ':*' : '');
    return stem === null || stem === word ? itself : anyOf([itself, exactly(stem)]);
  });
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
