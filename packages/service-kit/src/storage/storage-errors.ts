import { AppError } from '../base/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** Returns the error for an upload that does not exist or no longer exists. */
export function goneUpload(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', {
    message: 'This upload no longer exists. Please start it again.',
    cause,
  });
}

/** Returns VALIDATION_FAILED for an upload that is completed without all of its parts. */
export function missingParts(cause?: unknown): AppError {
  return new AppError('VALIDATION_FAILED', {
    message: 'Parts of this upload are missing. Please upload them and try again.',
    cause,
  });
}

/** Returns UNAVAILABLE for a storage without free space, with a time to retry. */
export function fullStorage(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', {
    message: 'There is no space left to store this. Please try again later.',
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Returns UNAVAILABLE for a storage that does not respond or has failed, with a time to retry. */
export function awayStorage(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
