/** A place for a text, and the sizes that its letters may have, in one unit. */
export interface Place {
  width: number;
  height: number;
  most: number;
  least: number;
}

/** The height of a line, and how wide a letter of a bold font is on average, as shares of the size of the letters. */
const LINE = 1.1;
const LETTER = 0.6;
/** Letters of Chinese, Japanese and Korean, and pictures, are as wide as they are high. */
const WIDE =
  /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]|\p{Extended_Pictographic}|\p{RI}/u;
/** Lines are not filled to their end. */
const FILLED = 0.72;

const CHARACTERS = new Intl.Segmenter('en');

/**
 * Returns the largest size at which a text fits into a place. Words longer than a line are broken only if they would be
 * smaller than twice the least size.
 */
export function fitText(text: string, { width, height, most, least }: Place): number {
  const total = measure(text);
  const longest = Math.max(...text.split(/\s+/).map(measure), LETTER);
  const byArea = Math.sqrt((width * height * FILLED) / (LINE * Math.max(total, LETTER)));
  const byWord = Math.max(width / longest, 2 * least);
  return Math.max(least, Math.min(most, byArea, byWord));
}

/** Returns how long a text is on one line at the size 1. */
function measure(text: string): number {
  let sum = 0;
  for (const { segment } of CHARACTERS.segment(text)) sum += WIDE.test(segment) ? 1.1 : LETTER;
  return sum;
}
