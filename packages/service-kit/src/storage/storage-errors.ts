import { because } from '@larksong/contracts';

import { AppError } from '../base/errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** Returns the error for an upload that does not exist or no longer exists. */
export function goneUpload(cause?: unknown): AppError {
  return new AppError('NOT_FOUND', { ...because('storage.upload-gone'), cause });
}

/** Returns VALIDATION_FAILED for an upload that is completed without all of its parts. */
export function missingParts(cause?: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { ...because('storage.parts-missing'), cause });
}

/** Returns CONFLICT for an object that was deleted while it was being uploaded. */
export function deletedMeanwhile(): AppError {
  return new AppError('CONFLICT', because('storage.deleted-meanwhile'));
}

/** Returns UNAVAILABLE for a storage without free space, with a time to retry. */
export function fullStorage(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', {
    ...because('storage.full'),
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Returns UNAVAILABLE for a storage that does not respond or has failed, with a time to retry. */
export function awayStorage(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
