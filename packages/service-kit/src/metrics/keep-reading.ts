/** How long the figures of a scrape are kept, so that several collectors together cost no more than one. */
export const KEEP_READINGS_MS = 15_000;

/**
 * Returns a function whose result is kept for `keepMs` and then read again. Simultaneous calls share one call of `read`;
 * a failure is not kept.
 */
export function keepReading<T>(
  keepMs: number,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let current: Promise<T> | undefined;
  let readAt = 0;
  return () => {
    if (current && now() - readAt < keepMs) return current;
    readAt = now();
    const reading = read();
    current = reading;
    reading.catch(() => {
      if (current === reading) current = undefined;
    });
    return reading;
  };
}
