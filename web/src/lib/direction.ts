const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/**
 * Returns a key as it is meant where lines run to the right: on a page from right to left, the left arrow leads ahead. Not
 * for time lines, which run to the right in every language.
 */
export function toReadingKey(key: string): string {
  return document.documentElement.dir === 'rtl' ? (MIRRORED[key] ?? key) : key;
}
