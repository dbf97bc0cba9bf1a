/** What the person reads who gave a letter that is none. */
export const LETTER_SENTENCES = {
  missing: 'Enter a letter',
  several: 'A letter is exactly one character',
  other: 'A letter must be a letter or a digit, not a sign or an emoji',
} as const;

/** Most code points of one character: enough for every script, too few for a tower of accents. */
const MOST_CODE_POINTS = 16;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters and digits with their marks; joiners hold conjuncts together. Without the marks that make an emoji of a digit. */
const LETTER = /^[\p{L}\p{N}](?:[\p{L}\p{N}\u200c\u200d]|(?![\ufe00-\ufe0f\u20e3])\p{M})*$/u;

/** Its capitals are for headlines, and few fonts have them. */
const WITHOUT_CAPITALS = /^\p{Script=Georgian}/u;

export type LetterResult = { letter: string } | { problem: string };

/**
 * The letter as it is kept: exactly one character as a person sees it, composed (NFC), and in upper case where that is
 * one character again (ß stays). Final sigma is the letter Σ too. Giving it a result again changes nothing.
 */
export function toLetter(text: string): LetterResult {
  const given = text.trim().normalize('NFC');
  if (given === '') return { problem: LETTER_SENTENCES.missing };
  if (!isOneCharacter(given)) return { problem: LETTER_SENTENCES.several };
  if (!LETTER.test(given)) return { problem: LETTER_SENTENCES.other };
  if (WITHOUT_CAPITALS.test(given)) return { letter: given };
  const upper = given.toUpperCase().normalize('NFC');
  return { letter: isOneCharacter(upper) && LETTER.test(upper) ? upper : given };
}

/** The letter that a name begins with, as it would be kept; undefined when it begins with something else. */
export function findFirstLetter(name: string): string | undefined {
  const [first] = graphemes.segment(name);
  const result = toLetter(first?.segment ?? '');
  return 'letter' in result ? result.letter : undefined;
}

/** The letters of a list by commas, each once; what is no letter is passed over. */
export function toLetters(list: string): string[] {
  const results = [...new Set(list.split(','))].map(toLetter);
  return [...new Set(results.flatMap((result) => ('letter' in result ? [result.letter] : [])))];
}

function isOneCharacter(text: string): boolean {
  if (text.length === 1) return true; // the segmenter is slow
  if (Array.from(text).length > MOST_CODE_POINTS) return false;
  return [...graphemes.segment(text)].length === 1;
}
