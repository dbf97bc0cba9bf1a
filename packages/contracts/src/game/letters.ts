import { DEFAULT_LANGUAGE, type Language } from '../languages.ts';
import { because, type Explanation } from '../reasons.ts';
import { dropUnseen } from './text.ts';

/** What may be wrong with a letter. */
export const LETTER_PROBLEMS = {
  missing: because('letter.missing'),
  several: because('letter.several'),
  other: because('letter.not-a-letter'),
};

/** Maximum number of code points of one character: enough for every script, too few for a tower of accents. */
const MAX_CODE_POINTS = 16;

/** Maximum length of the input in UTF-16 units, as in the contract's schema. */
const MAX_INPUT_LENGTH = 100;

const graphemes = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Letters and digits with their marks and the joiners of conjuncts, without the mark that turns a digit into an emoji. */
const LETTER = /^[\p{L}\p{N}](?:[\p{L}\p{N}\u200c\u200d]|(?!\u20e3)\p{M})*$/u;

/** Georgian capitals are for headlines, and few fonts have them. */
const WITHOUT_CAPITALS = /^\p{Script=Georgian}/u;

type LetterResult = { letter: string } | { problem: Explanation };

/**
 * Returns the letter as it is stored, or the problem with it. A letter is exactly one user-perceived character, composed
 * (NFC), without invisible code points, and in the upper case of its language if that is one character too: ß stays, the
 * Turkish i becomes İ, and Arabic has no case. Final sigma becomes Σ. Idempotent.
 */
export function toLetter(text: string, language: Language = DEFAULT_LANGUAGE): LetterResult {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: LETTER_PROBLEMS.missing };
  if (trimmed.length > MAX_INPUT_LENGTH) return { problem: LETTER_PROBLEMS.several };
  const given = dropUnseen(trimmed).trim();
  if (given === '') return { problem: LETTER_PROBLEMS.other };
  if (!isOneCharacter(given)) return { problem: LETTER_PROBLEMS.several };
  if (!LETTER.test(given)) return { problem: LETTER_PROBLEMS.other };
  if (WITHOUT_CAPITALS.test(given)) return { letter: given };
  const upper = withoutSecondDot(given, language).toLocaleUpperCase(language).normalize('NFC');
  return { letter: isOneCharacter(upper) && LETTER.test(upper) ? upper : given };
}

/** Elsewhere than in Turkish, the lower case of İ is i with another dot, which İ would keep. */
function withoutSecondDot(letter: string, language: Language): string {
  return language === 'tr' && letter === 'i\u0307' ? 'i' : letter;
}

function isOneCharacter(text: string): boolean {
  if (text.length === 1) return true; // the segmenter is slow
  if (Array.from(text).length > MAX_CODE_POINTS) return false;
  return [...graphemes.segment(text)].length === 1;
}
