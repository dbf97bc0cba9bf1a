import { ApiError } from '@larksong/contracts';

/** What the server itself said about a failed call; undefined when it gave no answer, or no sentence. */
export function serverSentence(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const answer = error.data;
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof said === 'string' && said !== '' ? said : undefined;
}
