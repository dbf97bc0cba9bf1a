import type { StoredKey } from './store.ts';

/** Between clocks and processes: a process may go on with a key for as long as it takes to read the next one. */
const MARGIN_SECONDS = 60;

/**
 * Which key signs and which are published, of keys in any order. The newest active one signs. One that is not active
 * yet is published, so that everybody has it when it starts; one that was followed stays until the last token that it
 * signed has expired. Throws when none is active.
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
