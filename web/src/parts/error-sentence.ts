import { ApiError } from '@larksong/contracts';

import { formatWaitEnd } from '../lib/format.ts';
import { explain } from '../lib/server-sentences/texts.ts';
import { text } from '../lib/texts.ts';

/** Returns the sentence to show for a failure. The message of an unexpected error is not shown. */
export function errorSentence(error: unknown, fallback = text('failure.unexpected')): string {
  return withWait(error, (error instanceof ApiError && explain(error)) || fallback);
}

/** Appends when to try again to the sentence about a rate-limited call, if the server said so. */
export function withWait(error: unknown, sentence: string): string {
  if (!(error instanceof ApiError) || error.status !== 429) return sentence;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 0) return sentence;
  return text('failure.wait', { sentence, when: formatWaitEnd(retryAfterSeconds) });
}
