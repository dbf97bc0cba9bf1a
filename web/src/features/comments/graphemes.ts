let segmenter: Intl.Segmenter | undefined;

/** Returns the number of characters as readers count them. Browsers without a segmenter count an emoji of a family as several. */
export function countCharacters(text: string): number {
  if (!('Segmenter' in Intl)) return Array.from(text).length;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...segmenter.segment(text)].length;
}
