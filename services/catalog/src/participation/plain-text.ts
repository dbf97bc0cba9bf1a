/** Control characters except line breaks, and characters that turn the direction of what follows or are not seen. */
const UNWANTED = /(?!\n)[\p{Cc}\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u206F\uFEFF]/gu;
/** More marks than any script puts on a letter. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;
const JOINED = /(?<!\p{Extended_Pictographic}\uFE0F?|\p{L}|\p{M})\u200D|\u200C(?!\p{L})/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns a text that people wrote without what would break the layout of others; line breaks stay. */
export function toPlainText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .normalize('NFC')
    .replaceAll(UNWANTED, '')
    .replaceAll(JOINED, '')
    .replaceAll(PILED_MARKS, '$1')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns whether a text has more than `maximum` characters as people count them. */
export function isLongerThan(text: string, maximum: number): boolean {
  let count = 0;
  for (const _ of graphemes.segment(text)) {
    count += 1;
    if (count > maximum) return true;
  }
  return false;
}
