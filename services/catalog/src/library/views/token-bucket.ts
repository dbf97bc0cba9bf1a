interface Rate {
  /** Maximum number of tokens, and the number at the start. */
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Creates token buckets by name, with a steady rate after a burst, in bounded memory: the least recently used name is
 * dropped first and starts again with a full bucket. `now` returns milliseconds.
 */
export function createBuckets({ burst, perSecond }: Rate, options: { maxNames: number; now: () => number }) {
  const { maxNames, now } = options;
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes a token; returns false if none is left. */
    take(name: string): boolean {
      const at = now();
      const known = buckets.get(name);
      const tokens = known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond) : burst;
      buckets.delete(name);
      buckets.set(name, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
      if (buckets.size > maxNames) buckets.delete(buckets.keys().next().value ?? '');
      return tokens >= 1;
    },
  };
}
