import { ApiError } from '@larksong/contracts';

const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

/** Returns whether the same flag may well be taken in a moment: nobody has answered, or the server was too busy. */
export function mayRepeat(error: unknown): boolean {
  const status = statusOf(error);
  return error !== null && (status === 0 || status >= 500 || (status === 429 && !isRefused(error)));
}

/** Returns whether the song is no longer there. */
export function isGone(error: unknown): boolean {
  return statusOf(error) === 404;
}

/** Returns whether no flag of this song is taken today, however it is changed: there are too many, or the song is gone. */
export function isRefused(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.reason?.startsWith('flag.too-many') === true);
}
