import { ApiError } from '@larksong/contracts';

import { text } from './texts.ts';

/** A read that has taken this long has failed. */
export const READ_LIMIT_MS = 20_000;

/** A read without a complete response in time. It is not retried, since its time is up. */
export class NoAnswerError extends ApiError {
  constructor() {
    super({ message: text('failure.no-answer'), status: 0 });
  }
}

interface TimeLimit {
  limitMs: number;
  /** Aborts the work earlier. */
  signal: AbortSignal | undefined;
}

/** Rejects with a `NoAnswerError` if the work takes longer, and aborts it; also if it does not heed its signal. */
export async function withinLimit<T>(
  { limitMs, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new NoAnswerError();
    own.abort(error);
    reject(error);
  }, limitMs);
  try {
    return await Promise.race([work(signal ? AbortSignal.any([signal, own.signal]) : own.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
