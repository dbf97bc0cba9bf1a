/** A word that is looked for. */
export interface SoughtWord {
  word: string;
  /** Its English stem; null for a word that stands in every other sentence, such as `the`. */
  stem: string | null;
}

// The functions below give the text form of a tsquery, in which every term is quoted, so that no character of it means
// anything.

/** Documents that have exactly this term. */
export function exactly(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Documents that fulfil every part; null for no parts, since a tsquery without terms finds nothing. */
export function allOf(parts: string[]): string | null {
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' & ');
}

export function anyOf(parts: string[]): string {
  return parts.map((part) => `(${part})`).join(' | ');
}

/**
 * One part for each word: as it is or by its stem, the last one also as the beginning of a word, since it may not be
 * typed to its end. Words without a stem count only when there are no others.
 */
export function toWordParts(words: SoughtWord[]): string[] {
  const telling = words.filter(({ stem }) => stem !== null);
  return (telling.length > 0 ? telling : words).map(({ word, stem }) => {
    const isLast = word === words.at(-1)?.word;
    const itself = exactly(word) + (isLast ? ':*' : '');
    return stem === null || stem === word ? itself : anyOf([itself, exactly(stem)]);
  });
}

/** Documents that have at least `count` of the terms. */
export function atLeast(count: number, terms: string[]): string {
  return anyOf(combinations(terms, count).map((some) => some.map(exactly).join(' & ')));
}

function combinations(terms: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return terms.flatMap((term, index) =>
    combinations(terms.slice(index + 1), count - 1).map((rest) => [term, ...rest]),
  );
}
