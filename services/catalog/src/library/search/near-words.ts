const SHORT_WORD = 5;

/** Returns the maximum number of edits between a misspelt word and a correction: one up to 5 letters, two beyond. */
export function maxEdits(word: string): number {
  return word.length <= SHORT_WORD ? 1 : 2;
}

/** Returns the distinct words that result from swapping two neighbouring letters. */
export function swapsOf(word: string): string[] {
  const letters = Array.from(word);
  const swaps = letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? '')
      .join(''),
  );
  return [...new Set(swaps)].filter((swap) => swap !== word);
}

/**
 * Returns at most three candidates within `maxEdits` of a misspelt word (a letter added, left out or changed, or two
 * neighbours swapped), nearest first, otherwise in their given order.
 */
export function findNearest(word: string, candidates: string[]): string[] {
  const limit = maxEdits(word);
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Returns the number of edits between two words; a swap of neighbours counts as one (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  const a = Array.from(from);
  const b = Array.from(to);
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, change, isSwap ? at(i - 2, j - 2) + 1 : Infinity),
      );
    }
  }
  return at(a.length, b.length);
}
