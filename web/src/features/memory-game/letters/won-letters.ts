import type { game } from '@larksong/contracts';

/** The letters won on this device, each with its found words that can be heard, in the order in which they were found. */
export type WonLetters = Readonly<Record<string, readonly string[]>>;

/** The number of words kept for each letter. */
const MAX_WORDS = 24;

/** Parses stored letters; anything else than lists of words is dropped. */
export function parseWonLetters(value: unknown): WonLetters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([letter, words]: [string, unknown]) =>
      Array.isArray(words) ? [[letter, words.filter((word) => typeof word === 'string')]] : [],
    ),
  );
}

/** Adds the letters of a won board. Returns the same object if they are already included. */
export function addWonLetters(won: WonLetters, cells: readonly (game.DealtItem | null)[]): WonLetters {
  let next = won;
  for (const item of cells) {
    if (!item) continue;
    const words = toWords(next, item.letter);
    const isNewWord = item.hasSound && !words.includes(item.name);
    if (!isWon(next, item.letter) || isNewWord)
      next = { ...next, [item.letter]: (isNewWord ? [...words, item.name] : words).slice(-MAX_WORDS) };
  }
  return next;
}

export function isWon(won: WonLetters, letter: string): boolean {
  return Object.hasOwn(won, letter);
}

/** Returns the words of a letter; none for a letter that was not won. */
export function toWords(won: WonLetters, letter: string): readonly string[] {
  return isWon(won, letter) ? (won[letter] ?? []) : [];
}
