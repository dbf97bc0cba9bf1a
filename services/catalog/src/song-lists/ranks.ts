/** The distance between two songs that nothing was put between. */
export const RANK_GAP = 2 ** 20;

/** The ranks between which songs are put; null at the end of a list. */
export interface Gap {
  before: number | null;
  behind: number | null;
}

/** Returns ascending ranks for songs in a gap, or undefined if it is too narrow for them. */
export function ranksIn({ before, behind }: Gap, count: number): number[] | undefined {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (behind === null) return numbers.map((number) => (before ?? 0) + number * RANK_GAP);
  const start = before ?? behind - (count + 1) * RANK_GAP;
  const step = Math.floor((behind - start) / (count + 1));
  return step > 0 ? numbers.map((number) => start + number * step) : undefined;
}
