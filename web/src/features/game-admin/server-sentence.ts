import { ApiError } from '@larksong/contracts';

/** The server's own message about a failure, else `fallback` (specification section 8). */
export function serverSentence(error: unknown, fallback: string): string {
  const answer = error instanceof ApiError ? error.data : undefined;
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof said === 'string' && said !== '' ? said : fallback;
}
