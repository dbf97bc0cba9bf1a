import type { Category } from '@larksong/contracts';

/** Letters of a link such as `?letters=a,M,S`: each once, in upper case as they are kept. */
export function parseLetters(text: string | null): string[] {
  const letters = (text ?? '').split(',').map((part) => part.trim());
  return [...new Set(letters.filter((letter) => letter !== '').map((letter) => letter.toUpperCase()))];
}

/** The query of a link with these letters; commas stay readable. */
export function toLettersQuery(letters: readonly string[]): string {
  return `?letters=${letters.map(encodeURIComponent).join(',')}`;
}

/**
 * The letters that a visit starts with: those of the link, else the last ones chosen on this device, else the first
 * letter with two pairs; where there is none, all letters that have a pair.
 */
export function chooseLetters(
  categories: readonly Category[],
  wishes: { link: readonly string[]; last: readonly string[] },
): string[] {
  for (const wish of [wishes.link, wishes.last]) {
    const known = keepKnown(categories, wish);
    if (known.length > 0) return known;
  }
  const first = categories.find(({ pairCount }) => pairCount >= 2);
  if (first) return [first.letter];
  const paired = categories.filter(({ pairCount }) => pairCount > 0);
  return (paired.length > 0 ? paired : categories.slice(0, 1)).map(({ letter }) => letter);
}

/** Those letters that exist, in the order of the alphabet. */
export function keepKnown(categories: readonly Category[], letters: readonly string[]): string[] {
  return categories
    .map(({ letter }) => letter)
    .filter((letter) => letters.some((wish) => wish === letter || wish === letter.toUpperCase()));
}

/** What stands behind the name of the game. */
export function describeLetters(letters: readonly string[]): string {
  return letters.length === 1 ? `Letter ${letters[0]}` : `${letters.length} Letters`;
}
