/**
 * Returns a function that calls `read` at most once in `keepMs` and shares its result. A failure is not kept. With
 * `waitMs`, it returns the previous result, or undefined, if a new one takes longer; the new one is returned next time.
 */
export function cached<T>(
  read: () => Promise<T>,
  { keepMs, waitMs }: { keepMs: number; waitMs: number },
): () => Promise<T | undefined> {
  let known: { value: T; until: number } | undefined;
  let reading: Promise<void> | undefined;
  async function refresh(): Promise<void> {
    try {
      const value = await read();
      known = { value, until: performance.now() + keepMs };
    } catch {
      // The next call tries again.
    } finally {
      reading = undefined;
    }
  }
  return async () => {
    if (known && performance.now() < known.until) return known.value;
    reading ??= refresh();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    await Promise.race([reading, late]);
    clearTimeout(timer);
    return known?.value;
  };
}
