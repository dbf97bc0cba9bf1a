import { game } from '@larksong/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first letter of a name, in its stored form; undefined if the name begins with something else. */
export function findFirstLetter(name: string): string | undefined {
  const [first] = graphemes.segment(name);
  const result = game.toLetter(first?.segment ?? '');
  return 'letter' in result ? result.letter : undefined;
}

/** Returns the distinct letters of a comma-separated list and skips invalid entries. */
export function toLetters(list: string): string[] {
  const results = [...new Set(list.split(','))].map(game.toLetter);
  return [...new Set(results.flatMap((result) => ('letter' in result ? [result.letter] : [])))];
}
