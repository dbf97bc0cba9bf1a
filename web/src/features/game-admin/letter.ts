const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Its capitals are for headlines, and few fonts have them. */
const WITHOUT_CAPITALS = /^\p{Script=Georgian}/u;

/** Letters from A to Z, for what is not there yet. */
export const ALPHABET: readonly string[] = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** The letter as it is sent: in upper case where that is one character again, so that ß stays (specification section 5). */
export function toLetter(text: string): string {
  const given = text.trim().normalize('NFC');
  if (WITHOUT_CAPITALS.test(given)) return given;
  const upper = given.toUpperCase().normalize('NFC');
  return isOneCharacter(upper) ? upper : given;
}

/** What is wrong with what was typed as a letter: it is exactly one character as a person sees it. */
export function findLetterProblem(text: string): string | undefined {
  const given = text.trim().normalize('NFC');
  if (given === '') return 'Enter a letter';
  return isOneCharacter(given) ? undefined : 'A letter is exactly one character';
}

function isOneCharacter(text: string): boolean {
  return [...graphemes.segment(text)].length === 1;
}
