/**
 * The scripts of names in use today (UAX 31, tables 5 and 7), with those that one language mixes in one line
 * (UTS 39, section 5.1).
 */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian', 'Ethiopic', 'Cherokee'],
  ...['Canadian_Aboriginal', 'Tifinagh', 'Nko', 'Adlam', 'Vai', 'Yi', 'Javanese', 'Balinese', 'Sundanese'],
  ...['Han Hiragana Katakana', 'Han Bopomofo', 'Han Hangul'],
];

const ONE_SCRIPT = new RegExp(`^(?:${SCRIPTS.map(toPattern).join('|')})$`, 'u');

/** Digits, dots and marks that belong to no particular script may be mixed with the letters of any script. */
function toPattern(scripts: string): string {
  const classes = [...scripts.split(' '), 'Common', 'Inherited'].map((script) => `\\p{scx=${script}}`);
  return `[${classes.join('')}]*`;
}

/**
 * Returns whether all letters belong to one script, so that none can pass for a similar letter of another script (UTS
 * 39).
 */
export function isOneScript(text: string): boolean {
  return ONE_SCRIPT.test(text);
}
