/** Work did not finish in time. It may still finish, unnoticed. */
export class TooLateError extends Error {
  override name = 'TooLateError';
}

/**
 * Awaits `work` for at most `ms` milliseconds, then rejects with `TooLateError`. A result that arrived while this process
 * was blocked is not late: it is checked once more before giving up.
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
