import { ApiError } from '@larksong/contracts';

import { formatWaitEnd } from '../lib/format.ts';
import { serverText } from '../lib/server-sentences/texts.ts';
import { text } from '../lib/texts.ts';

/** Returns the sentence to show for a failure. The message of an unexpected error is not shown. */
export function errorSentence(error: unknown, fallback = text('failure.unexpected')): string {
  return withWait(error, (error instanceof ApiError && sentenceOf(error)) || fallback);
}

/** Returns what went wrong with a call: in the reader's language if the server gave a reason that is known. */
function sentenceOf({ reason, code, values, message }: ApiError): string {
  const id = reason ?? (code === undefined ? undefined : `code.${code}`);
  return (id === undefined ? undefined : serverText(id, values)) ?? message;
}

/** Appends when to try again to the sentence about a rate-limited call, if the server said so. */
export function withWait(error: unknown, sentence: string): string {
  if (!(error instanceof ApiError) || error.status !== 429) return sentence;
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 0) return sentence;
  return text('failure.wait', { sentence, when: formatWaitEnd(retryAfterSeconds) });
}
