import type { game } from '@larksong/contracts';

/** Letters of a link such as `?letters=a,M,S`: each once, in upper case and composed (NFC) as they are kept. */
export function parseLetters(text: string | null): string[] {
  const letters = (text ?? '').split(',').map((part) => part.trim());
  return [...new Set(letters.filter((letter) => letter !== '').map(toUpperCase))];
}

/** The query of a link with these letters; commas stay readable. */
export function toLettersQuery(letters: readonly string[]): string {
  return `?letters=${letters.map(encodeURIComponent).join(',')}`;
}

/**
 * The letters that a visit starts with: those of the link, also when nothing can be dealt of them, for whoever opened
 * it wants to know; else the last ones chosen on this device, as far as they have a pair, since a child reads no
 * alert; else the first letter with two pairs; where there is none, all letters that have a pair.
 */
export function chooseLetters(
  categories: readonly game.Category[],
  wishes: { link: readonly string[]; last: readonly string[] },
): string[] {
  const linked = keepKnown(categories, wishes.link);
  if (linked.length > 0) return linked;
  const paired = categories.filter(({ pairCount }) => pairCount > 0);
  const last = keepKnown(paired, wishes.last);
  if (last.length > 0) return last;
  const first = categories.find(({ pairCount }) => pairCount >= 2);
  if (first) return [first.letter];
  return (paired.length > 0 ? paired : categories.slice(0, 1)).map(({ letter }) => letter);
}

/** Those letters that exist, in the order of the alphabet. */
export function keepKnown(categories: readonly game.Category[], letters: readonly string[]): string[] {
  return categories
    .map(({ letter }) => letter)
    .filter((letter) => letters.some((wish) => wish === letter || wish === toUpperCase(letter)));
}

/** The capital of a letter, composed: the same letter can be written as one sign, or as a sign and its mark. */
function toUpperCase(letter: string): string {
  return letter.toUpperCase().normalize('NFC');
}

/** What stands behind the name of the game. */
export function describeLetters(letters: readonly string[]): string {
  return letters.length === 1 ? `Letter ${letters[0]}` : `${letters.length} Letters`;
}
