/** Returns the number of characters of a text as people count them; in browsers that cannot, of its code points. */
export function countCharacters(text: string): number {
  if (typeof Intl.Segmenter === 'undefined') return Array.from(text).length;
  return [...new Intl.Segmenter().segment(text)].length;
}
