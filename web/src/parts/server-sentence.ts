import { ApiError } from '@larksong/contracts';

/** Returns the server's own sentence about a failed call; undefined if there was no response, or no sentence. */
export function serverSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const answer = error.data;
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof said === 'string' && said !== '' ? said : undefined;
}
