import { catalog, type Explanation } from '@larksong/contracts';
import { explain } from '../../lib/server-sentences/texts.ts';

/** The letters of the game in a form: those chosen, and the text of the field for another one. */
export interface LettersDraft {
  letters: readonly string[];
  text: string;
}

export const NO_LETTERS: LettersDraft = { letters: [], text: '' };

export type LettersResult = { letters: string[] } | { problem: Explanation };

/** Returns all letters of the form, including text not yet added, as the server stores them; or the first problem. */
export function readLetters({ letters, text }: LettersDraft): LettersResult {
  return catalog.toVideoLetters([...new Set([...letters, ...text.split(/[\s,]+/).filter(Boolean)])]);
}

/** Lists all letters of a form without a problem. */
export function listLetters(draft: LettersDraft): string[] {
  const result = readLetters(draft);
  return 'letters' in result ? result.letters : [];
}

/** Returns the sentence about letters that cannot be sent; undefined if they can. */
export function findLettersProblem(draft: LettersDraft): string | undefined {
  const result = readLetters(draft);
  return 'problem' in result ? explain(result.problem) : undefined;
}
