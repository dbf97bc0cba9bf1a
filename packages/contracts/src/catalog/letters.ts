import type { Explanation } from '../reasons.ts';
import { compareLetters } from '../game/letter-order.ts';
import { toLetter } from '../game/letters.ts';
import { MAX_LETTERS, TOO_MANY_LETTERS } from './editing.ts';

/**
 * Returns letters as a video has them, or the first problem: each is a letter of the game (`toLetter`), once, in the
 * game's order. Idempotent.
 */
export function toVideoLetters(texts: readonly string[]): { letters: string[] } | { problem: Explanation } {
  const letters = new Set<string>();
  for (const text of texts) {
    const result = toLetter(text);
    if ('problem' in result) return result;
    letters.add(result.letter);
  }
  if (letters.size > MAX_LETTERS) return { problem: TOO_MANY_LETTERS };
  return { letters: [...letters].toSorted(compareLetters) };
}
