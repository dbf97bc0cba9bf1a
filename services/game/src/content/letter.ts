import { game, type Language } from '@larksong/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first letter of a name, in its stored form in a language; undefined if the name begins with something else. */
export function findFirstLetter(name: string, language?: Language): string | undefined {
  const [first] = graphemes.segment(name);
  const result = game.toLetter(first?.segment ?? '', language);
  return 'letter' in result ? result.letter : undefined;
}

/** Returns the distinct letters of a comma-separated list, in a language, and skips invalid entries. */
export function toLetters(list: string, language?: Language): string[] {
  const results = [...new Set(list.split(','))].map((text) => game.toLetter(text, language));
  return [...new Set(results.flatMap((result) => ('letter' in result ? [result.letter] : [])))];
}
