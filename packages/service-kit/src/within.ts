/** What was waited for did not come in time; it may still come, and nobody hears of it. */
export class TooLateError extends Error {
  override name = 'TooLateError';
}

/**
 * Waits for some work, at most so many milliseconds: rejects with `TooLateError` after them. What came while this
 * process was held up is not late: it is looked for once more before giving up.
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => setImmediate(() => reject(new TooLateError(`not within ${ms} ms`)));
  const timer = setTimeout(giveUp, ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
