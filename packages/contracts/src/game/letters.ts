import { dropUnseen } from './text.ts';

/** What the person reads who gave a letter that is none. */
export const LETTER_SENTENCES = {
  missing: 'Enter a letter',
  several: 'A letter is exactly one character',
  other: 'A letter must be a letter or a digit, not a sign or an emoji',
} as const;

/** Most code points of one character: enough for every script, too few for a tower of accents. */
const MOST_CODE_POINTS = 16;

/** Nobody types so much for one letter; in UTF-16 units, like the length that is sent at most. */
const MOST_GIVEN_LENGTH = 100;

const graphemes = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters and digits with their marks; joiners hold conjuncts together. Without the mark that makes an emoji of a digit. */
const LETTER = /^[\p{L}\p{N}](?:[\p{L}\p{N}\u200c\u200d]|(?!\u20e3)\p{M})*$/u;

/** Its capitals are for headlines, and few fonts have them. */
const WITHOUT_CAPITALS = /^\p{Script=Georgian}/u;

type LetterResult = { letter: string } | { problem: string };

/**
 * The letter as it is kept: exactly one character as a person sees it, composed (NFC), without what is not seen, and in
 * upper case where that is one character again (ß stays). Final sigma is the letter Σ too. Giving it a result again
 * changes nothing.
 */
export function toLetter(text: string): LetterResult {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: LETTER_SENTENCES.missing };
  if (trimmed.length > MOST_GIVEN_LENGTH) return { problem: LETTER_SENTENCES.several };
  const given = dropUnseen(trimmed).trim();
  if (given === '') return { problem: LETTER_SENTENCES.other };
  if (!isOneCharacter(given)) return { problem: LETTER_SENTENCES.several };
  if (!LETTER.test(given)) return { problem: LETTER_SENTENCES.other };
  if (WITHOUT_CAPITALS.test(given)) return { letter: given };
  const upper = given.toUpperCase().normalize('NFC');
  return { letter: isOneCharacter(upper) && LETTER.test(upper) ? upper : given };
}

function isOneCharacter(text: string): boolean {
  if (text.length === 1) return true; // the segmenter is slow
  if (Array.from(text).length > MOST_CODE_POINTS) return false;
  return [...graphemes.segment(text)].length === 1;
}
