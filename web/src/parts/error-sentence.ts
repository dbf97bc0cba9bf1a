import { ApiError } from '@larksong/contracts';

import { formatWait } from '../lib/format.ts';

/** The sentence that a user may read about a failure; the text of a fault of ours is not one. */
export function errorSentence(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  return withWait(error, error instanceof ApiError && error.message !== '' ? error.message : fallback);
}

/** Adds when to try again to the sentence about a call that was one too many, where the server said so. */
export function withWait(error: unknown, sentence: string): string {
  if (!(error instanceof ApiError) || error.status !== 429) return sentence;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 0) return sentence;
  return `${sentence} You can try again in ${formatWait(retryAfterSeconds)}.`;
}
