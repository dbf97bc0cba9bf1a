import { game } from '@larksong/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The letter that a name begins with, as it would be kept; undefined when it begins with something else. */
export function findFirstLetter(name: string): string | undefined {
  const [first] = graphemes.segment(name);
  const result = game.toLetter(first?.segment ?? '');
  return 'letter' in result ? result.letter : undefined;
}

/** The letters of a list by commas, each once; what is no letter is passed over. */
export function toLetters(list: string): string[] {
  const results = [...new Set(list.split(','))].map(game.toLetter);
  return [...new Set(results.flatMap((result) => ('letter' in result ? [result.letter] : [])))];
}
