import { Type } from 'typebox';

import { compareLetters } from '../game/letter-order.ts';
import { LETTER_SENTENCES, toLetter } from '../game/letters.ts';

/** Maximum number of letters of a video. */
export const MAX_LETTERS = 26;
export const LETTERS_SENTENCE = `A video has at most ${MAX_LETTERS} letters.`;

/** Letters in a request, as the caller wrote them: the limit on different ones is that of `toVideoLetters`. */
export const SentLetters = Type.Array(Type.String({ maxLength: 100, message: LETTER_SENTENCES.several }), {
  maxItems: 100,
  message: LETTERS_SENTENCE,
});

/**
 * Returns letters as a video has them, or the first problem: each is a letter of the game (`toLetter`), once, in the
 * game's order. Idempotent.
 */
export function toVideoLetters(texts: readonly string[]): { letters: string[] } | { problem: string } {
  const letters = new Set<string>();
  for (const text of texts) {
    const result = toLetter(text);
    if ('problem' in result) return result;
    letters.add(result.letter);
  }
  if (letters.size > MAX_LETTERS) return { problem: LETTERS_SENTENCE };
  return { letters: [...letters].toSorted(compareLetters) };
}
