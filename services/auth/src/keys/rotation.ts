import type { StoredKey } from './store.ts';

/** Tolerance for clocks and for processes that use a key until they read the next one. */
const MARGIN_SECONDS = 60;

/**
 * Returns which key signs and which are published; the keys may be in any order. The newest active key signs. Keys that
 * are not active yet are published too, and old keys until the last token that they signed has expired. Throws if no key
 * is active.
 */
export function selectKeys(
  keys: StoredKey[],
  accessTokenSeconds: number,
): { signing: StoredKey; published: StoredKey[]; retired: StoredKey[] } {
  const fromOldest = keys.toSorted((a, b) => b.activeForSeconds - a.activeForSeconds);
  const signing = fromOldest.findLast((key) => key.activeForSeconds >= 0);
  if (!signing) throw new Error('No signing key is active. Is the clock of the database right?');
  const isRetired = (_: StoredKey, index: number) => {
    const next = fromOldest[index + 1];
    return next !== undefined && next.activeForSeconds > accessTokenSeconds + MARGIN_SECONDS;
  };
  return {
    signing,
    published: fromOldest.filter((key, index) => !isRetired(key, index)),
    retired: fromOldest.filter(isRetired),
  };
}
