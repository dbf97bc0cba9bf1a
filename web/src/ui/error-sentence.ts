import { ApiError } from '@larksong/contracts';

/** The sentence that a user may read about a failure; the text of a fault of ours is not one. */
export function errorSentence(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  return error instanceof ApiError && error.message !== '' ? error.message : fallback;
}
