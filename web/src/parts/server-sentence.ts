import { ApiError } from '@larksong/contracts';

import { explain } from '../lib/server-sentences/texts.ts';

/**
 * Returns what the server says about a failed call, in the reader's language; undefined if there was no response, or no
 * sentence.
 */
export function serverSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const answer = error.data;
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof said === 'string' && said !== '' ? explain(error) : undefined;
}
