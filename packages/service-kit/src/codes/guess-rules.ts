/** A place at which wrong short codes are counted: a browser, a network, or the whole site. */
export interface GuessPlace {
  name: string;
  /** How many codes may be wrong in a minute. */
  most: number;
}

export const WINDOW_MS = 60_000;
/** How long it is remembered that a place was blocked. */
export const MEMORY_MS = 3_600_000;
const LONGEST_BLOCK_MS = 300_000;

/**
 * Returns how long a place is blocked whose limit is reached for the `times`-th time in a row: at first until its oldest
 * wrong code is a minute old, then for a minute, then twice as long each time, up to five minutes. Never for good, or
 * anybody could lock out others.
 */
export function blockMs(times: number, untilOldestLeavesMs: number): number {
  if (times <= 1) return untilOldestLeavesMs;
  return Math.min(WINDOW_MS * 2 ** (times - 2), LONGEST_BLOCK_MS);
}

const PER_BROWSER = 5;
const PER_NETWORK = 60;
const PER_SITE = 100;

/** Returns the places of a guess. A browser without a signed cookie is only counted as a part of its network. */
export function placesOf({ browser, network }: { browser: string | null; network: string }): GuessPlace[] {
  return [
    ...(browser === null ? [] : [{ name: `browser:${browser}`, most: PER_BROWSER }]),
    { name: `network:${network}`, most: PER_NETWORK },
    { name: 'site', most: PER_SITE },
  ];
}
