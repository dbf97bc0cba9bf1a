import { ApiError } from '@larksong/contracts';

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

/** Returns whether the same flag may well be taken in a moment: nobody has answered, or the server could not. */
export function mayRepeat(error: unknown): boolean {
  return error !== null && (statusOf(error) === 0 || statusOf(error) >= 500);
}

/** Returns whether the song is no longer there. */
export function isGone(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Returns whether no flag of this song is taken today, however it is changed: there are too many, or the song is gone. */
export function isRefused(error: unknown): boolean {
  return isGone(error) || statusOf(error) === 429;
}
